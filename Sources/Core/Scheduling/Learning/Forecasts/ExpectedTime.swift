/// The expected time with some quality, by hour of the week, as sums. The time between two moments costs the same for
/// an hour and for a year, since all weeks are equal.
///
/// Counts in whole milliseconds, so that the rest of a window never grows as time passes, not even by rounding.
struct ExpectedTime: Hashable, Sendable {
  private static let hour: Int64 = 3_600_000
  private static let hours = DeviceHabitShares.hours
  private static let week = hour * Int64(hours)

  /// Milliseconds before each hour of the week, and in the whole week at the end.
  private var before: [Int64] = [0]

  /// Creates the sums of the expected time from the start of a week on.
  ///
  /// - Parameter chances: The chances by hour of the week.
  init(chances: some Sequence<Double>) {
    var sum: Int64 = 0
    for chance in chances {
      sum += Int64(bounded: (max(0, min(1, chance)) * Double(Self.hour)).rounded())
      before.append(sum)
    }
    precondition(before.count == Self.hours + 1, "a week has \(Self.hours) hours")
  }

  /// Returns the chance at a moment in that hour of the week.
  func chance(atHourOfWeek hour: Int) -> Double {
    Double(inHour(hour)) / Double(Self.hour)
  }

  private func inHour(_ hour: Int) -> Int64 {
    before[hour + 1] - before[hour]
  }

  /// Returns the expected milliseconds from `now` until `end`; 0 if that is in the past.
  func milliseconds(from now: LocalTime, until end: LocalTime) -> Int64 {
    max(0, total(until: end) - total(until: now))
  }

  /// Returns the first moment from which at most `milliseconds` of the expected time are left until `end`; at most
  /// `end`.
  func moment(with milliseconds: Int64, until end: LocalTime) -> LocalTime {
    let weekly = before[Self.hours]
    guard weekly > 0 else { return end }
    let target = total(until: end) - milliseconds
    let rest = floorRemainder(target, weekly)
    let hour = firstHour(reaching: rest)
    let inside = inHour(hour)
    let needed = rest - before[hour]
    let offset = inside > 0 ? (needed * Self.hour + inside - 1) / inside : 0
    let start = floorDivide(target, weekly) * Self.week + Int64(hour) * Self.hour
    return min(end, Self.local(start + offset))
  }

  /// Returns the first hour of the week by whose end the expected time, in milliseconds since the start of the week,
  /// reaches `sum`.
  private func firstHour(reaching sum: Int64) -> Int {
    var (low, high) = (0, Self.hours - 1)
    while low < high {
      let middle = (low + high) / 2
      if before[middle + 1] >= sum { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the expected milliseconds from a Monday long ago until `moment`; only differences are meaningful.
  private func total(until moment: LocalTime) -> Int64 {
    let position = Self.position(moment)
    let inWeek = floorRemainder(position, Self.week)
    let hour = Int(inWeek / Self.hour)
    return floorDivide(position, Self.week) * before[Self.hours] + before[hour]
      + inHour(hour) * (inWeek % Self.hour) / Self.hour
  }

  /// Returns the milliseconds since Monday, the 29th of December 1969.
  private static func position(_ moment: LocalTime) -> Int64 {
    floorDivide(moment.nanoseconds, 1_000_000) + 3 * 24 * hour
  }

  private static func local(_ position: Int64) -> LocalTime {
    LocalTime(nanoseconds: (position - 3 * 24 * hour) * 1_000_000)
  }
}
