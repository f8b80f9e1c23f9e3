import Scheduling

/// The days, the punctuality and the likelihood of a user's habit.
package struct Habit: Hashable, Sendable {
  /// The weekdays, 0 Monday to 6 Sunday.
  package var weekdays = Set(0...6)
  /// The days of the scenario, counted from its first; `nil` means all days.
  package var days: Range<Int>?
  /// The largest deviation from the time of day.
  package var jitter = Duration.zero
  /// The probability that it happens on such a day.
  package var chance = 1.0

  package init() {}

  /// Draws whether the habit happens on this day of the scenario: with its probability on its weekdays and days, and
  /// never on others.
  func isDrawn(on day: Int, weekday: Int, _ generator: inout SeededGenerator) -> Bool {
    // A number is drawn on every day, also on the days without the habit, so that later numbers do not depend on them.
    let happens = generator.share() < chance
    return weekdays.contains(weekday) && days?.contains(day) != false && happens
  }

  /// Draws the deviation from the time of day, up to `jitter` before or after it. Small deviations are more probable.
  func drawDeviation(_ generator: inout SeededGenerator) -> Duration {
    // From -1 to 1: the sum of two uniform numbers is near its middle most often.
    let shareOfJitter = generator.share() + generator.share() - 1
    return .milliseconds(Int64(bounded: (jitter.seconds * 1000 * shareOfJitter).rounded()))
  }
}

/// A time of day, on every day of a habit or only on one day.
package struct DayTime: Hashable, Sendable {
  /// The number of days after the first; `nil` means every day.
  package var day: Int?
  package var afterMidnight: Duration

  package init(day: Int? = nil, _ afterMidnight: Duration) {
    self.day = day
    self.afterMidnight = afterMidnight
  }
}

/// A period with a beginning and an end, such as a night on the charger.
package struct DailyPeriod: Hashable, Sendable {
  package var from: DayTime
  package var length: Duration
  /// The days, the deviation of both ends, and the probability.
  package var habit = Habit()

  package init(from: DayTime, length: Duration, _ habit: Habit = Habit()) {
    self.from = from
    self.length = length
    self.habit = habit
  }
}

/// The times at which an app is opened, or the device used.
package struct Rhythm: Hashable, Sendable {
  package enum Times: Hashable, Sendable {
    case at(DayTime)
    /// An average number of times a day, at random moments in between.
    case often(Double, between: DayTime, length: Duration)
  }

  package var times: Times
  package var stay: ClosedRange<Duration>
  package var habit: Habit

  package init(_ times: Times, stay: ClosedRange<Duration>, _ habit: Habit = Habit()) {
    self.times = times
    self.stay = stay
    self.habit = habit
  }
}
