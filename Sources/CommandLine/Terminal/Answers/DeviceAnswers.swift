/// The answers to `device set` and `device freeze`.
package enum DeviceAnswers {
  /// - Parameter untilThaw: Whether there is a machine that would say otherwise.
  package static func set(
    _ values: [String: String], untilThaw: Bool, on screen: Screen
  ) -> String {
    let now = "The device is now: \(DeviceWords.words(values))."
    guard untilThaw else { return now }
    // A wish of the user's: no machine says otherwise, and a thaw leaves it.
    let overruled = values.keys.filter { $0 != "background-refresh" }.sorted()
    let keys = overruled.map(\.visible).enumerated
    return "\(now) Overriding the detected \(keys) until \(thaw(on: screen)) or the next boot."
  }

  /// - Parameter end: When it thaws by itself, in words.
  package static func frozen(until end: String?, on screen: Screen) -> String {
    "The device is frozen: detected changes are ignored until "
      + (end.map { "\($0) or \(thaw(on: screen))." } ?? "\(thaw(on: screen)) or the next boot.")
  }

  private static func thaw(on screen: Screen) -> String { screen.command("device thaw") }
}
