/// The answers to `device set` and `device freeze`.
package enum DeviceAnswers {
  private static let thaw = "`rubatoctl device thaw` or the next boot"

  /// - Parameter untilThaw: Whether there is a machine that would say otherwise.
  package static func set(_ values: [String: String], untilThaw: Bool) -> String {
    let now = "The device is now: \(DeviceWords.words(values))."
    guard untilThaw else { return now }
    // A wish of the user's: no machine says otherwise, and a thaw leaves it.
    let overruled = values.keys.filter { $0 != "background-refresh" }.sorted()
    let keys = overruled.map(\.visible).enumerated
    return "\(now) Overriding the detected \(keys) until \(thaw)."
  }

  /// - Parameter end: When it thaws by itself, in words.
  package static func frozen(until end: String?) -> String {
    "The device is frozen: detected changes are ignored until "
      + (end.map { "\($0) or `rubatoctl device thaw`." } ?? "\(thaw).")
  }
}
