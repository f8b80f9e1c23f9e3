extension App {
  /// What an app may declare: the values of Apple's UIBackgroundModes. Only three of them are about
  /// work that is submitted here.
  package static let knownBackgroundModes = [
    "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
    "nearby-interaction", "newsstand-content", "processing", "push-to-talk", "remote-notification",
    "voip",
  ]
}

extension Kind {
  /// The background mode that an app declares for such work, as Apple names it; nil where it needs
  /// none.
  package var backgroundMode: String? {
    switch self {
    case .refresh: "fetch"
    case .processing: "processing"
    case .push: "remote-notification"
    default: nil
    }
  }
}
