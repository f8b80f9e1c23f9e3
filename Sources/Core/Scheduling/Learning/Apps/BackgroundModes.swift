extension App {
  /// What an app may declare: the values of Apple's UIBackgroundModes. Only three of them are about
  /// work that is submitted here.
  package static let knownBackgroundModes = [
    "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
    "nearby-interaction", "newsstand-content", "processing", "push-to-talk", "remote-notification",
    "voip",
  ]
}
