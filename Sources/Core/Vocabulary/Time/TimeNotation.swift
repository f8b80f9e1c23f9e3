/// A time in text form: RFC 3339, a duration from now (`72h`, `+30d`, `in 2 hours`, `now`, `next week`), or a day and a
/// time of day (`Fri 18:00`, `tomorrow 3am`, `tonight`, `noon`, `2026-03-02 18:00 Europe/Berlin`).
package enum TimeNotation {
  package static let allowed =
    "a day and a time of day (Fri 18:00, 22:30, tomorrow 3am, tonight, noon, 2026-03-02 18:00"
    + " Europe/Berlin), a duration from now (90s, 30m, 72h, in 2 hours, next week) or RFC 3339"
    + " (2026-03-02T18:00:00Z)"
  /// The dates that a `WallTime` can hold.
  package static let range = "dates from 1677-09-22 to 2262-04-11"

  /// The parsed text, as a moment.
  package struct Reading: Hashable, Sendable {
    package var moment: Moment
    /// The difference to UTC of the reader's clocks, which show the moment as written unless it names a zone. If clocks
    /// skip that time of day, the moment is the one at which they do.
    package var zoneSeconds: Int
    /// Whether the text is only a time of day, or a weekday with or without one: the moment is the next one then.
    package var isNext = false
  }

  /// Returns the moment that `text` names on the clocks of `zone`; throws a refusal of `field` for other text.
  ///
  /// - Parameters:
  ///   - after: A time of day or a weekday is the next one after this; `nil` if after `now`.
  ///   - endsDay: Whether a day without a time of day means its end, as for a latest date, and not its beginning.
  package static func parse(
    _ text: String, field: String, now: WallTime, after: WallTime? = nil, endsDay: Bool = false,
    zone: some ZoneRules
  ) throws(Refusal) -> Moment {
    try read(text, field: field, now: now, after: after, endsDay: endsDay, zone: zone).moment
  }

  /// Returns the moment that `text` names on the clocks of `zone`, and their difference to UTC then; throws a refusal
  /// of `field` for other text.
  ///
  /// - Parameters:
  ///   - after: A time of day or a weekday is the next one after this; `nil` if after `now`.
  ///   - endsDay: Whether a day without a time of day means its end, as for a latest date, and not its beginning.
  ///   - range: The allowed dates, for the refusal of one that no `WallTime` can represent.
  package static func read(
    _ text: String, field: String, now: WallTime, after: WallTime? = nil, endsDay: Bool = false,
    zone: some ZoneRules, range: @autoclosure () -> String = TimeNotation.range
  ) throws(Refusal) -> Reading {
    // Programs mostly send such short durations. The other forms would take as long to read as ten options. A duration
    // beyond the end of time is refused below.
    if let duration = DurationNotation.parse(short: text) {
      let moment = Moment.after(duration)
      if !moment.resolved(from: now).isEndOfTime {
        return Reading(
          moment: moment, zoneSeconds: zone.secondsFromUTC(at: moment.resolved(from: now)))
      }
    }
    let (words, name) = splitZone(text)
    let after = after ?? now
    let midnight = endsDay ? WrittenTime.Midnight.end : .beginning
    if let name {
      guard let rule = zone.zone(named: name) else {
        throw Refusal(
          .invalid, field: field, value: text,
          message: "\(field) '\(text)' names an unknown time zone; use one of `timedatectl"
            + " list-timezones`, such as Europe/Berlin")
      }
      let written = WrittenTime(words)
      let civil = written?.civil(after: after, now: now, midnight: midnight, zone: rule)
      var reading = try reading(of: civil, text, field: field, zone: rule, range: range())
      // The zone in the text applies only to this moment, and not to later days.
      reading.zoneSeconds = zone.secondsFromUTC(at: reading.moment.resolved(from: now))
      reading.isNext = written?.namesDate == false
      return reading
    }
    if let moment = moment(words) {
      if moment.resolved(from: now).isEndOfTime {
        throw Refusal(field: field, value: text, allowed: range())
      }
      let zoneSeconds = zone.secondsFromUTC(at: moment.resolved(from: now))
      return Reading(moment: moment, zoneSeconds: zoneSeconds)
    }
    let written = WrittenTime(words)
    let civil = written?.civil(after: after, now: now, midnight: midnight, zone: zone)
    var result = try reading(of: civil, text, field: field, zone: zone, range: range())
    result.isNext = written?.namesDate == false
    return result
  }

  /// Returns the moment at which the clocks of `zone` show `civil`; throws a refusal of `text` if it is `nil`, or
  /// beyond `range`.
  private static func reading(
    of civil: CivilTime?, _ text: String, field: String, zone: some ZoneRules, range: String
  ) throws(Refusal) -> Reading {
    guard let civil else { throw refusal(text, field: field) }
    // `wall(at:)` reads the difference to UTC up to two days before and after this, so both must be possible times.
    let twoDays: Int64 = 2 * 86_400
    guard [-twoDays, twoDays].allSatisfy({ WallTime.holds(civil.universalSeconds + $0) })
    else { throw Refusal(field: field, value: text, allowed: range) }
    let time = zone.wall(at: civil)
    return Reading(moment: .at(time), zoneSeconds: civil.secondsAhead(of: time))
  }

  /// Returns whether a time zone is named at the end of `text`.
  package static func namesZone(_ text: String) -> Bool { splitZone(text).zone != nil }

  /// Returns `text` without spaces at its beginning and without the time zone at its end, and the name of that zone;
  /// `nil` if it names none.
  private static func splitZone(_ text: String) -> (words: String, zone: String?) {
    let words = text.drop { $0 == " " }
    guard let space = words.lastIndex(of: " ") else { return (String(words), nil) }
    let last = words[words.index(after: space)...]
    guard last.contains("/") || last.lowercased() == "utc" else { return (String(words), nil) }
    return (String(words[..<space]), String(last))
  }

  /// Parses RFC 3339 and durations, which have the same meaning in every zone; `nil` for other text. A date that no
  /// `WallTime` can represent becomes an end of time.
  private static func moment(_ text: String) -> Moment? {
    if let (seconds, _) = UniversalTime.parseAnyLayout(text) {
      return .at(UniversalTime.parse(text) ?? WallTime(seconds: seconds))
    }
    return duration(text).map { .after($0) }
  }

  /// Parses a duration from now, such as `2h`, `+2h`, `in 2 hours`, `now + 2h` or `next week`; `nil` for other text.
  private static func duration(_ text: String) -> Duration? {
    switch text.lowercased() {
    case "now": return .zero
    case "next week": return .days(7)
    default: break
    }
    var scanner = Scanner(text)
    let word = scanner.word().lowercased()
    scanner.skipSpaces()
    // `in 2h`, `now + 2h`, `+2h` or `2h`: only without a word, the sign can be left out.
    let canHaveSign = word.isEmpty || word == "now"
    let hasSign = canHaveSign && scanner.consume("+")
    guard word == "in" || hasSign || word.isEmpty else { return nil }
    scanner.skipSpaces()
    return DurationNotation.parse(scanner.unread)
  }
}
