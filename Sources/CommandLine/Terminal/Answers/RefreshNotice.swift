import Control

/// The notice below answers about apps while Background App Refresh is off as a whole.
package enum RefreshNotice {
  /// Returns the notice; empty if Background App Refresh is on as a whole.
  package static func lines(_ device: GetDevice.Reply, on screen: Screen) -> [String] {
    let isOff = device.fields.contains { $0.key == "background-refresh" && $0.value == "off" }
    guard isOff else { return [] }
    let text =
      "Background App Refresh is off for all apps, overriding their own switches;"
      + " \(screen.command("app refresh on --all")) switches it on."
    return ["", screen.wrap(text)]
  }
}
