/// A repeated date in systemd's notation: `Mon..Fri 09:00`, `*-*-01 03:00`, `*-02~01`, `quarterly`
/// (systemd.time(7), "Calendar Events").
///
/// In the hour that clocks skip in spring it differs on purpose: the event comes at the end of that hour, and not a day
/// later. In the hour that clocks repeat in autumn it comes once, the first time.
package struct CalendarEvent: Hashable, Sendable {
  /// The days of the week, bit 0 for Monday to bit 6 for Sunday.
  var weekdays: UInt8 = 0x7f
  /// The years, 1970 to 2199; `nil` for all.
  var years: [CalendarRange]?
  /// The months, bit 1 for January to bit 12.
  var months: UInt16 = 0x1ffe
  /// The days of the month, bit 1 to bit 31; with `countsFromEnd` bit 1 is the last day.
  var days: UInt32 = 0xffff_fffe
  var countsFromEnd = false
  /// The hours, bit 0 to bit 23.
  var hours: UInt32 = 1
  /// The minutes, bit 0 to bit 59.
  var minutes: UInt64 = 1
  /// The microseconds of a minute.
  var seconds = [CalendarRange(0)]
  /// The name of the zone in the text, such as `Europe/Berlin`; `nil` if the zone is that of the clocks.
  package var zone: String?
  /// The rule of that zone; `nil` if the zone is that of the clocks.
  package var rule: ZoneRule?
  /// The text that it was read from.
  package var text: String

  package static func == (left: Self, right: Self) -> Bool {
    left.text == right.text && left.rule == right.rule
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

// In the database and in recordings an event is its text, followed by the rule of its zone.
extension CalendarEvent {
  /// The event as one text: `09:00 Europe/Berlin|CET-1CEST,M3.5.0,M10.5.0/3`.
  package var stored: String { rule.map { "\(text)|\($0.text)" } ?? text }

  /// Reads an event from the text in `stored`. Returns `nil` for other text, and if only one of the zone and its rule
  /// is present.
  package init?(stored: String) {
    let parts = stored.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard let text = parts.first else { return nil }
    self.init(String(text))
    if parts.count == 2 {
      guard let rule = ZoneRule(String(parts[1])) else { return nil }
      self.rule = rule
    }
    guard (zone == nil) == (rule == nil) else { return nil }
  }
}

extension CalendarEvent: Codable {
  /// Decodes an event from its text, with the rule of its zone. Throws an error for other text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let event = CalendarEvent(stored: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no calendar event")
    }
    self = event
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stored)
  }
}

extension [CalendarEvent] {
  /// Returns the first date of any of these events after `moment`; `nil` if there is none.
  ///
  /// - Parameter zoneSeconds: The difference to UTC of the clocks, for events without a zone.
  package func next(after moment: WallTime, zoneSeconds: Int) -> WallTime? {
    var next: WallTime?
    for event in self {
      let date =
        if let rule = event.rule {
          event.next(after: moment, zone: rule)
        } else {
          event.next(after: moment, zone: FixedZone(secondsFromUTC: zoneSeconds))
        }
      next = earlier(next, date)
    }
    return next
  }

  /// Whether an event without a zone has a date exactly at `moment`, so that the date moves when clocks are set.
  package func followClocks(at moment: WallTime, zoneSeconds: Int) -> Bool {
    filter { $0.rule == nil }.next(after: moment - .nanoseconds(1), zoneSeconds: zoneSeconds)
      == moment
  }
}

/// The numbers from `first` to `last`, in steps.
struct CalendarRange: Hashable, Sendable {
  var first: Int
  var last: Int
  /// The distance of two numbers, at least 1.
  var step: Int

  init(_ first: Int, to last: Int? = nil, step: Int = 1) {
    (self.first, self.last, self.step) = (first, last ?? first, step)
  }

  /// Returns the smallest of its numbers from `number` on; `nil` if there is none.
  func next(from number: Int) -> Int? {
    guard number > first else { return first }
    let stepsRoundedUp = (number - first + step - 1) / step
    let next = first + stepsRoundedUp * step
    return next <= last ? next : nil
  }
}
