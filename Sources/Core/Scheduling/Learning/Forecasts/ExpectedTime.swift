/// The expected time with some quality, by hour of the week, as sums. The time between two moments costs the same for
/// an hour and for a year, since all weeks are equal.
///
/// Counts in whole milliseconds, so that the rest of a window never grows as time passes, not even by rounding.
struct ExpectedTime: Hashable, Sendable {
  /// The milliseconds of an hour.
  private static let hour: Int64 = 3_600_000
  /// The number of hours in a week.
  private static let hours = DeviceHabitShares.hours
  /// The milliseconds of a week.
  private static let week = hour * Int64(hours)

  /// Milliseconds before each hour of the week, and in the whole week at the end.
  private var sumsBefore: [Int64] = [0]

  /// Creates the sums of the expected time from the start of a week on.
  ///
  /// - Parameter chances: The chances by hour of the week.
  init(chances: some Sequence<Double>) {
    var sum: Int64 = 0
    for chance in chances {
      sum += Int64(bounded: (max(0, min(1, chance)) * Double(Self.hour)).rounded())
      sumsBefore.append(sum)
    }
    precondition(sumsBefore.count == Self.hours + 1, "a week has \(Self.hours) hours")
  }

  /// Returns the chance at a moment in that hour of the week.
  func chance(atHourOfWeek hour: Int) -> Double {
    Double(inHour(hour)) / Double(Self.hour)
  }

  /// Returns the expected milliseconds in that hour of the week.
  private func inHour(_ hour: Int) -> Int64 {
    sumsBefore[hour + 1] - sumsBefore[hour]
  }

  /// Returns the expected milliseconds from `now` until `end`; 0 if that is in the past.
  func milliseconds(from now: LocalTime, until end: LocalTime) -> Int64 {
    max(0, total(until: end) - total(until: now))
  }

  /// Returns the first moment from which at most `milliseconds` of the expected time are left until `end`; at most
  /// `end`.
  func moment(with milliseconds: Int64, until end: LocalTime) -> LocalTime {
    let perWeek = sumsBefore[Self.hours]
    guard perWeek > 0 else { return end }
    // Finds the position at which the total is `target`: first the week, then the hour, then the place in the hour.
    let target = total(until: end) - milliseconds
    let targetInWeek = floorRemainder(target, perWeek)
    let hour = firstHour(reaching: targetInWeek)
    let expectedInHour = inHour(hour)
    let targetInHour = targetInWeek - sumsBefore[hour]
    // The expected time is spread evenly over the hour. Rounded up, so that not more than `milliseconds` are left.
    let offset =
      expectedInHour > 0
      ? (targetInHour * Self.hour + expectedInHour - 1) / expectedInHour : 0
    let startOfHour = floorDivide(target, perWeek) * Self.week + Int64(hour) * Self.hour
    return min(end, Self.localTime(startOfHour + offset))
  }

  /// Returns the first hour of the week by whose end the expected time, in milliseconds since the start of the week,
  /// reaches `sum`.
  private func firstHour(reaching sum: Int64) -> Int {
    var (low, high) = (0, Self.hours - 1)
    while low < high {
      let middle = (low + high) / 2
      if sumsBefore[middle + 1] >= sum { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the expected milliseconds from a Monday long ago until `moment`; only differences are meaningful.
  private func total(until moment: LocalTime) -> Int64 {
    let position = Self.position(moment)
    let inWeek = floorRemainder(position, Self.week)
    let hour = Int(inWeek / Self.hour)
    return floorDivide(position, Self.week) * sumsBefore[Self.hours] + sumsBefore[hour]
      + inHour(hour) * (inWeek % Self.hour) / Self.hour
  }

  /// Returns the milliseconds since Monday, the 29th of December 1969.
  private static func position(_ moment: LocalTime) -> Int64 {
    floorDivide(moment.nanoseconds, 1_000_000) + 3 * 24 * hour
  }

  /// Returns the moment of a `position`, in milliseconds since Monday, the 29th of December 1969.
  private static func localTime(_ position: Int64) -> LocalTime {
    LocalTime(nanoseconds: (position - 3 * 24 * hour) * 1_000_000)
  }
}
