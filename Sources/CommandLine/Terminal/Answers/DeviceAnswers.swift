import Vocabulary

/// The answers to `device set` and `device freeze`.
package enum DeviceAnswers {
  /// Returns a sentence on the values that were set by hand, and until when they override the detected ones.
  ///
  /// - Parameter untilThaw: Whether the values override those of a machine, so that they apply until a thaw.
  package static func sentence(
    afterSetting values: [String: String], untilThaw: Bool, on screen: Screen
  ) -> String {
    let now = "The device is now: \(DeviceWords.words(values))."
    guard untilThaw else { return now }
    // Background refresh is the user's choice: no machine measures it, and a thaw keeps it.
    let overriddenKeys = values.keys.filter { $0 != "background-refresh" }.sorted()
    let keys = overriddenKeys.map(\.visible).enumerated
    return
      "\(now) Overriding the detected \(keys) until \(thawCommand(on: screen)) or the next boot."
  }

  /// Returns a sentence on the frozen device, and on the end of the freeze.
  ///
  /// - Parameter end: The time of the automatic thaw, in words; `nil` if there is none.
  package static func sentence(afterFreezingUntil end: String?, on screen: Screen) -> String {
    "The device is frozen: detected changes are ignored until "
      + (end.map { "\($0) or \(thawCommand(on: screen))." }
        ?? "\(thawCommand(on: screen)) or the next boot.")
  }

  /// Returns the advised command that ends overrides and a freeze.
  private static func thawCommand(on screen: Screen) -> String { screen.command("device thaw") }
}
