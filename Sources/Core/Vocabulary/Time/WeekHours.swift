/// Hours that recur each week on the user's clocks, such as `Mon..Fri 08:00..18:00`.
package struct WeekHours: Hashable, Sendable {
  /// The notation, from which the same hours are read.
  package let text: String
  /// The minutes of the week that are covered, from Monday's first: rising, and apart from each other.
  private let ranges: [Range<Int>]

  static let minutesOfDay = 24 * 60
  static let minutesOfWeek = 7 * minutesOfDay

  /// Creates the hours that cover `minutes`, ranges in minutes of the week. A range can reach into the next week.
  init(text: String, minutes: [Range<Int>]) {
    self.text = text
    // The part of a range in this week, and its part in the next week, which recurs at the start of this one.
    let week = 0..<Self.minutesOfWeek
    let parts: [Range<Int>] = minutes.flatMap { range in
      let aWeekEarlier =
        range.lowerBound - Self.minutesOfWeek..<range.upperBound - Self.minutesOfWeek
      return [range.clamped(to: week), aWeekEarlier.clamped(to: week)]
    }
    let sorted = parts.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    // Ranges that overlap or touch become one.
    var joined: [Range<Int>] = []
    for part in sorted {
      if let last = joined.last, part.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        joined.append(part)
      }
    }
    ranges = joined
  }

  /// Whether `moment` is within the hours.
  package func contains(_ moment: LocalTime) -> Bool {
    contains(minuteOfWeek: Self.minute(of: moment))
  }

  /// Returns the next moment after `moment` at which the hours begin or end; `nil` if they cover the whole week.
  package func nextChange(after moment: LocalTime) -> LocalTime? {
    let minute = Self.minute(of: moment)
    let week = Self.minutesOfWeek
    guard let first = ranges.first, let last = ranges.last else { return nil }
    if ranges == [0..<week] { return nil }
    var edges = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
    // Hours across the end of the week neither end nor begin there.
    if first.lowerBound == 0, last.upperBound == week {
      edges.removeAll { $0 == 0 || $0 == week }
    }
    // After the last change of this week comes the first one of the next.
    let nextEdge = edges.first { $0 > minute } ?? (edges.first ?? 0) + week
    let startOfMinute = floorDivide(moment.wholeSeconds, 60) * 60
    return LocalTime(seconds: startOfMinute + Int64(nextEdge - minute) * 60)
  }

  /// Whether the hours cover this minute of the week, 0 for Monday's first.
  fileprivate func contains(minuteOfWeek minute: Int) -> Bool {
    ranges.contains { $0.contains(minute) }
  }

  /// Returns the minute of the week at `moment`, 0 for Monday's first.
  private static func minute(of moment: LocalTime) -> Int {
    moment.weekday * minutesOfDay + Int(floorRemainder(moment.wholeSeconds, 86400)) / 60
  }
}

extension [WeekHours] {
  /// Returns the first moment from `moment` on that none of these hours cover; `nil` if they cover all of a week.
  package func end(after moment: LocalTime) -> LocalTime? {
    // Hours that follow each other without a break for more than a week cover all of it.
    let latest = moment + .days(8)
    var end = moment
    while let hours = first(where: { $0.contains(end) }) {
      guard let endOfHours = hours.nextChange(after: end), endOfHours < latest else { return nil }
      end = endOfHours
    }
    return end
  }

  /// Returns the next moment after `moment` at which any of these hours begin or end; `nil` if none does.
  package func nextChange(after moment: LocalTime) -> LocalTime? {
    compactMap { $0.nextChange(after: moment) }.min()
  }

  /// The part of each hour of the week that none of these hours cover, from 0 to 1, Monday's first hour first.
  package var openShares: [Double] {
    (0..<WeekHours.minutesOfWeek / 60).map { hour in
      let openMinutes = (hour * 60..<(hour + 1) * 60).count { minute in
        !contains { $0.contains(minuteOfWeek: minute) }
      }
      return Double(openMinutes) / 60
    }
  }
}
