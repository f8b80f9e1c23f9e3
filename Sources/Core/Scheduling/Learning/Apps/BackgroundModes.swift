extension App {
  /// The modes that an app can declare: the values of Apple's UIBackgroundModes. Only three of them concern work that
  /// is submitted here.
  package static let knownBackgroundModes = [
    "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
    "nearby-interaction", "newsstand-content", "processing", "push-to-talk", "remote-notification",
    "voip",
  ]
}
