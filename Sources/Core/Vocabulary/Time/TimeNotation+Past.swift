extension TimeNotation {
  package static let allowedPast =
    "a time that has passed: a day and a time of day (Fri 18:00, 22:30, yesterday 3am,"
    + " 2026-03-02 18:00), a duration ago (90s, 30m, 2h) or RFC 3339 (2026-03-02T18:00:00Z)"

  /// Returns the past time that `text` names: a time of day or a weekday is the last such one, a duration is counted
  /// back from now.
  ///
  /// - Returns: `nil` if the text is no time, or a future one.
  package static func past(_ text: String, now: WallTime, zone: some ZoneRules) -> WallTime? {
    if let ago = DurationNotation.parse(text) { return now + (.zero - ago) }
    let yesterday = "yesterday"
    if text.lowercased().hasPrefix(yesterday) {
      // As `today` was read at this time of yesterday.
      let aDayAgo = zone.wall(at: zone.civil(at: now).addingDays(-1))
      return past(
        "today" + text.dropFirst(yesterday.count), now: aDayAgo, after: aDayAgo, zone: zone)
    }
    // The last time of day is at most one day ago, and the last weekday seven.
    for days in [1, 7] {
      let time = past(text, now: now, after: now + (.zero - .days(days)), zone: zone)
      if let time, time <= now { return time }
    }
    return nil
  }

  /// Returns the time that `text` names; a time of day or a weekday is the next one after `after`. `nil` if the text is
  /// a duration or no time.
  private static func past(
    _ text: String, now: WallTime, after: WallTime, zone: some ZoneRules
  ) -> WallTime? {
    let moment = try? parse(text, field: "", now: now, after: after, zone: zone)
    guard case .at(let time) = moment else { return nil }
    return time
  }
}
