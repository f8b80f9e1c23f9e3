import Scheduling

/// When a user does something: on which days, how punctually, and how surely.
package struct Habit: Hashable, Sendable {
  /// 0 Monday to 6 Sunday.
  package var weekdays = Set(0...6)
  /// Days of the scenario, counted from its first, on which it is a habit.
  package var days: Range<Int>?
  /// How far off the time of day it may be, at most.
  package var jitter = Duration.zero
  /// With what chance it happens on such a day.
  package var chance = 1.0

  package init() {}

  func isDone(on day: Int, weekday: Int, _ generator: inout SeededGenerator) -> Bool {
    let happens = generator.share() < chance
    return weekdays.contains(weekday) && days?.contains(day) != false && happens
  }

  /// Nearer to the middle more often than to the ends.
  func delay(_ generator: inout SeededGenerator) -> Duration {
    let spread = generator.share() + generator.share() - 1
    return .milliseconds(Int64(bounded: (jitter.seconds * 1000 * spread).rounded()))
  }
}

/// A time of day: of every day that a habit has, or of one day alone.
package struct DayTime: Hashable, Sendable {
  /// Days after the first; nil is every day.
  package var day: Int?
  package var afterMidnight: Duration

  package init(day: Int? = nil, _ afterMidnight: Duration) {
    self.day = day
    self.afterMidnight = afterMidnight
  }
}

/// A time that has a beginning and an end, such as a night on the charger.
package struct DailyPeriod: Hashable, Sendable {
  package var from: DayTime
  package var length: Duration
  /// How far off the end may be; nil is as far as the beginning.
  package var habit = Habit()

  package init(from: DayTime, length: Duration, _ habit: Habit = Habit()) {
    self.from = from
    self.length = length
    self.habit = habit
  }
}

/// When an app is opened, or the device used.
package struct Rhythm: Hashable, Sendable {
  package enum Times: Hashable, Sendable {
    case at(DayTime)
    /// So often a day on average, anywhere between.
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
