/// A time in text form: RFC 3339, systemd's calendar notation for a single moment (`Fri 18:00`, `22:30`,
/// `tomorrow 01:00`, `2026-03-02`, `2026-03-02 18:00`), or a duration from now (`72h`, `+30d`).
package enum TimeNotation {
  package static let allowed =
    "RFC 3339 (2026-03-02T18:00:00Z), calendar notation (Fri 18:00, 22:30, tomorrow 01:00,"
    + " 2026-03-02 18:00)"
    + " or a duration from now (90s, 30m, 72h, +30d)"
  /// The dates that a `WallTime` can hold.
  package static let range = "dates from 1677-09-22 to 2262-04-11"

  /// The parsed text, as a moment.
  package struct Reading: Hashable, Sendable {
    package var moment: Moment
    /// The difference to UTC of clocks that show the moment as written. If clocks skip that time of day, the moment is
    /// the one at which they do.
    package var zoneSeconds: Int
  }

  /// Returns the moment that `text` names on the clocks of `zone`; throws a refusal of `field` for other text.
  ///
  /// - Parameter after: A time of day or a weekday is the next one after this; `nil` if after `now`.
  package static func parse(
    _ text: String, field: String, now: WallTime, after: WallTime? = nil, zone: some ZoneRules
  ) throws(Refusal) -> Moment {
    try read(text, field: field, now: now, after: after, zone: zone).moment
  }

  /// Returns the moment that `text` names on the clocks of `zone`, and their difference to UTC then; throws a refusal
  /// of `field` for other text.
  ///
  /// - Parameters:
  ///   - after: A time of day or a weekday is the next one after this; `nil` if after `now`.
  ///   - range: The allowed dates, for the refusal of one that no `WallTime` can represent.
  package static func read(
    _ text: String, field: String, now: WallTime, after: WallTime? = nil, zone: some ZoneRules,
    range: String = TimeNotation.range
  ) throws(Refusal) -> Reading {
    let trimmed = String(text.drop { $0 == " " })
    if let moment = moment(trimmed) {
      if moment.resolved(from: now).isEndOfTime {
        throw Refusal(field: field, value: text, allowed: range)
      }
      let zoneSeconds = zone.secondsFromUTC(at: moment.resolved(from: now))
      return Reading(moment: moment, zoneSeconds: zoneSeconds)
    }
    let civil =
      nearDay(trimmed, now: now, zone: zone) ?? calendar(trimmed, now: after ?? now, zone: zone)
    guard let civil else { throw Refusal(field: field, value: text, allowed: allowed) }
    // For the last days the zone of clocks two days later is unknown.
    guard
      [-172_800, 172_800].allSatisfy({ WallTime.holds(civil.universalSeconds + $0) })
    else { throw Refusal(field: field, value: text, allowed: range) }
    let time = zone.wall(at: civil)
    return Reading(moment: .at(time), zoneSeconds: civil.secondsAhead(of: time))
  }

  /// Parses RFC 3339 and durations, which have the same meaning in every zone; `nil` for other text. A date that no
  /// `WallTime` can represent becomes an end of time.
  private static func moment(_ text: String) -> Moment? {
    if let (seconds, _) = UniversalTime.read(text) {
      return .at(UniversalTime.parse(text) ?? WallTime(seconds: seconds))
    }
    return DurationNotation.parse(text.hasPrefix("+") ? String(text.dropFirst()) : text).map {
      .after($0)
    }
  }

  /// Parses `today 18:00` and `tomorrow 01:00` on the clocks of `zone`; `nil` for other text.
  private static func nearDay(
    _ text: String, now: WallTime, zone: some ZoneRules
  ) -> CivilTime? {
    var scanner = Scanner(text)
    let days = ["today", "tomorrow"].firstIndex(of: scanner.word().lowercased())
    scanner.skipSpaces()
    guard let days, let clock = clock(&scanner, isOptional: false) else { return nil }
    return zone.civil(at: now).addingDays(Int64(days)).with(clock)
  }

  /// Parses a date, a weekday or a time of day, or several of them, such as `Fri 18:00`. Without a date it is the next
  /// such time after `now`; without a time of day it is midnight. `nil` for other text, and for a date on another
  /// weekday.
  private static func calendar(
    _ text: String, now: WallTime, zone: some ZoneRules
  ) -> CivilTime? {
    var scanner = Scanner(text)
    let word = scanner.word().lowercased()
    let weekday = CivilTime.weekdayNames.firstIndex { $0.hasPrefix(word) && word.count >= 3 }
    guard word.isEmpty || weekday != nil else { return nil }
    scanner.skipSpaces()
    // A copy, since a failed attempt may have read a part.
    var dateScanner = scanner
    let date = CivilTime(date: &dateScanner)
    if date != nil { scanner = dateScanner }
    let isJoined = date != nil && scanner.consume("T")
    if !isJoined { scanner.skipSpaces() }
    let isOptional = !isJoined && (date != nil || weekday != nil)
    guard let clock = clock(&scanner, isOptional: isOptional) else { return nil }
    if let date {
      guard weekday == nil || weekday == date.weekday else { return nil }
      return date.with(clock)
    }
    return next(clock, on: weekday, now: now, zone: zone)
  }

  /// Parses the rest of the text as a time of day; `nil` for other text. An empty rest is midnight if it `isOptional`.
  private static func clock(_ scanner: inout Scanner, isOptional: Bool) -> ClockTime? {
    if scanner.isAtEnd { return isOptional ? ClockTime(hour: 0, minute: 0, second: 0) : nil }
    guard let clock = ClockTime(&scanner), scanner.isAtEnd else { return nil }
    return clock
  }

  /// Returns the next date after `now` at which the clocks of `zone` show the time of day `clock`.
  ///
  /// - Parameter weekday: The day of the week of the date, 0 for Monday; `nil` for any day.
  private static func next(
    _ clock: ClockTime, on weekday: Int?, now: WallTime, zone: some ZoneRules
  ) -> CivilTime? {
    let today = zone.civil(at: now)
    for offset in 0...8 {
      let day = today.addingDays(Int64(offset)).with(clock)
      if let weekday, day.weekday != weekday { continue }
      if zone.wall(at: day) > now { return day }
    }
    return nil
  }
}
