/// The zone in which calendar notation is read.
package protocol ZoneRules {
  func civil(at time: WallTime) -> CivilTime
  /// The moment that the zone's clocks show as `civil`; where they skip it, the moment they skip to.
  func wall(at civil: CivilTime) -> WallTime
}

/// A time as people write it: RFC 3339, systemd's calendar notation for a single moment
/// (`Fri 18:00`, `22:30`, `tomorrow 01:00`, `2026-03-02`, `2026-03-02 18:00`), or a duration from now (`72h`, `+30d`).
package enum TimeNotation {
  package static let allowed =
    "RFC 3339 (2026-03-02T18:00:00Z), calendar notation (Fri 18:00, 22:30, tomorrow 01:00,"
    + " 2026-03-02 18:00)"
    + " or a duration from now (90s, 30m, 72h, +30d)"

  /// - Parameter after: A time of day or a weekday is the next one after this; now unless given.
  package static func parse(
    _ text: String, field: String, now: WallTime, after: WallTime? = nil, zone: some ZoneRules
  ) throws(Refusal) -> Moment {
    let trimmed = text.drop { $0 == " " }
    if let time = UniversalTime.parse(String(trimmed)) { return .at(time) }
    let duration = trimmed.hasPrefix("+") ? trimmed.dropFirst() : trimmed
    if let duration = DurationNotation.parse(String(duration)) { return .after(duration) }
    let time =
      nearDay(String(trimmed), now: now, zone: zone)
      ?? calendar(String(trimmed), now: after ?? now, zone: zone)
    if let time { return .at(time) }
    throw Refusal(field: field, value: text, allowed: allowed)
  }

  /// Reads `today 18:00` and `tomorrow 01:00`.
  private static func nearDay(
    _ text: String, now: WallTime, zone: some ZoneRules
  ) -> WallTime? {
    var scanner = Scanner(text)
    let days = ["today", "tomorrow"].firstIndex(of: scanner.word().lowercased())
    scanner.skipSpaces()
    guard let days, let clock = clock(&scanner, isOptional: false) else { return nil }
    return zone.wall(at: zone.civil(at: now).addingDays(Int64(days)).with(clock))
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func calendar(
    _ text: String, now: WallTime, zone: some ZoneRules
  ) -> WallTime? {
    var scanner = Scanner(text)
    let word = scanner.word().lowercased()
    let weekday = weekdays.firstIndex { $0.hasPrefix(word) && word.count >= 3 }
    guard word.isEmpty || weekday != nil else { return nil }
    scanner.skipSpaces()
    var dateScanner = scanner
    let date = CivilTime(date: &dateScanner)
    if date != nil { scanner = dateScanner }
    let isJoined = date != nil && scanner.take("T")
    if !isJoined { scanner.skipSpaces() }
    let isOptional = !isJoined && (date != nil || weekday != nil)
    guard let clock = clock(&scanner, isOptional: isOptional) else { return nil }
    if let date {
      guard weekday == nil || weekday == date.weekday else { return nil }
      return zone.wall(at: date.with(clock))
    }
    return next(clock, on: weekday, now: now, zone: zone)
  }

  private static func clock(_ scanner: inout Scanner, isOptional: Bool) -> ClockTime? {
    if scanner.isAtEnd { return isOptional ? ClockTime(hour: 0, minute: 0, second: 0) : nil }
    guard let clock = ClockTime(&scanner), scanner.isAtEnd else { return nil }
    return clock
  }

  /// The next moment after `now` at which clocks show `clock`, on `weekday` if one is given.
  private static func next(
    _ clock: ClockTime, on weekday: Int?, now: WallTime, zone: some ZoneRules
  ) -> WallTime? {
    let today = zone.civil(at: now)
    for offset in 0...8 {
      let day = today.addingDays(Int64(offset)).with(clock)
      if let weekday, day.weekday != weekday { continue }
      let time = zone.wall(at: day)
      if time > now { return time }
    }
    return nil
  }
}
