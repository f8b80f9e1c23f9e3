import Scheduling

/// The days of a scenario, and the times that habits give them.
struct DayGenerator {
  let clock: LocalClock
  /// The day of the start, counted from 1970 on the calendar.
  let firstDay: Int
  /// The days, counted from the first. They begin with day -1, whose night extends into the first day.
  let days: Range<Int>
  /// The simulated time.
  let range: Range<WallTime>
  /// Determines all drawn times.
  let seed: UInt64

  /// - Parameter range: The simulated time, which can end before the scenario.
  init(_ scenario: Scenario, seed: UInt64, range: Range<WallTime>) {
    clock = scenario.clock
    self.seed = seed
    self.range = range
    firstDay = Int(scenario.start.dayNumber)
    let nanosecondsOfDay: Int64 = 86_400_000_000_000
    let lastDay = (clock.local(range.upperBound).nanoseconds / nanosecondsOfDay) - Int64(firstDay)
    // From day -1 on, since its night extends into the first day.
    days = -1..<max(1, Int(lastDay) + 1)
  }

  /// Returns the moment at which the clocks show this time on a day of the scenario; 0 is its first day. The end of a
  /// night is more than 24 hours after the midnight of its day.
  func moment(_ day: Int, _ afterMidnight: Duration) -> WallTime {
    clock.wall(LocalTime(seconds: Int64(firstDay + day) * 86400) + afterMidnight)
  }

  /// Returns the weekday of a day of the scenario, 0 for Monday to 6 for Sunday.
  private func weekday(_ day: Int) -> Int {
    LocalTime(seconds: Int64(firstDay + day) * 86400).weekday
  }

  /// Returns the days with this time: only its own day, or all days from `first` on.
  private func days(of time: DayTime, from first: Int) -> Range<Int> {
    time.day.map { $0..<$0 + 1 } ?? first..<days.upperBound
  }

  // MARK: Habits

  /// Draws the times of a daily interval, one for each day on which its habit happens. They are cut off at the ends
  /// of the scenario.
  ///
  /// - Parameter stream: Distinguishes one habit from another.
  func times(of period: DailyPeriod, stream: Int) -> [Range<WallTime>] {
    // An interval of the day before the first, day -1, can extend into the scenario.
    days(of: period.from, from: -1).compactMap { day in
      var generator = SeededGenerator(seed: seed, stream: stream, day: day)
      guard period.habit.isDrawn(on: day, weekday: weekday(day), &generator) else { return nil }
      let begins = period.from.afterMidnight
      let from = moment(day, begins) + period.habit.drawDeviation(&generator)
      let until = moment(day, begins + period.length) + period.habit.drawDeviation(&generator)
      let overlapsScenario = from < range.upperBound && until > range.lowerBound
      guard from < until, overlapsScenario else { return nil }
      return max(from, range.lowerBound)..<min(until, range.upperBound)
    }
  }

  /// Draws the visits of a rhythm that begin within the scenario, in no order. Each range is one visit, from its
  /// beginning to its end.
  ///
  /// - Parameter stream: Distinguishes one habit from another.
  func visits(of rhythm: Rhythm, stream: Int) -> [Range<WallTime>] {
    let time =
      switch rhythm.times {
      case .at(let time), .often(_, let time, _): time
      }
    // By its deviation, or since its times pass midnight, a visit of the day before the first, day -1, can begin in the
    // scenario.
    return days(of: time, from: -1).flatMap { day in
      var generator = SeededGenerator(seed: seed, stream: stream, day: day)
      guard rhythm.habit.isDrawn(on: day, weekday: weekday(day), &generator) else {
        return [Range<WallTime>]()
      }
      return moments(of: rhythm, on: day, &generator).compactMap { opened in
        let closed = opened + generator.duration(in: rhythm.stay)
        guard range.contains(opened), opened < closed else { return nil }
        return opened..<min(closed, range.upperBound)
      }
    }
  }

  /// Draws the times of a rhythm on one day. The fraction of an average number is the probability of one more time.
  private func moments(
    of rhythm: Rhythm, on day: Int, _ generator: inout SeededGenerator
  ) -> [WallTime] {
    switch rhythm.times {
    case .at(let time):
      return [moment(day, time.afterMidnight) + rhythm.habit.drawDeviation(&generator)]
    case .often(let average, let between, let length):
      let wholeNumber = average.rounded(.down)
      let hasOneMore = generator.share() < average - wholeNumber
      let count = Int(bounded: wholeNumber) + (hasOneMore ? 1 : 0)
      return (0..<count).map { _ in
        moment(day, between.afterMidnight + generator.duration(in: .zero...length))
      }
    }
  }
}
