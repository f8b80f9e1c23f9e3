/// The lengths of intervals of a condition such as "plugged in and idle": the rate at which intervals of each age end,
/// in ages that double. Ages count while the machine is awake.
///
/// A loss that is too short for gates to follow ends no interval.
package struct DeviceHabitDurations: Hashable, Sendable {
  /// The number of age ranges: up to 15 s, 30 s, 1 min ... 17 h, and beyond. An age range has an index from 0 on.
  static let ages = 14
  /// The end of the first age range, in seconds.
  private static let firstAgeSeconds = 15.0

  /// The observed seconds of intervals of each age.
  private(set) var watched: [Float]
  /// The number of intervals that ended at each age.
  private(set) var ended: [Float]
  /// The beginning of the present interval; `nil` if there is none.
  private var intervalStart: AwakeTime?
  /// The time at which the condition was lost, which may be too short to end the interval; `nil` if it is true.
  private var lossTime: AwakeTime?

  init() {
    watched = Array(repeating: 0, count: Self.ages)
    ended = watched
  }

  /// Creates a value from stored rates, without a present interval; `nil` if they are invalid.
  init?(watched: [Float], ended: [Float]) {
    guard watched.count == Self.ages, ended.count == Self.ages,
      (watched + ended).allSatisfy({ $0 >= 0 && Allowed.weight.contains(Double($0)) })
    else { return nil }
    (self.watched, self.ended) = (watched, ended)
  }

  /// Records whether the condition is true now, and learns an interval that has ended. A loss of at most
  /// `steadyPowerLoss` does not end it.
  ///
  /// - Parameter isTrue: Whether it is true; `nil` if it is unknown, which drops the present interval without an end.
  mutating func observe(_ isTrue: Bool?, at now: AwakeTime, settings: Settings) {
    guard let isTrue else { return forget() }
    if isTrue {
      // The loss was long enough to end the interval, so that another one begins now.
      if let lossTime, now - lossTime > settings.steadyPowerLoss {
        end(at: lossTime, settings.forecast)
      }
      lossTime = nil
      intervalStart = intervalStart ?? now
    } else if intervalStart != nil, lossTime == nil {
      lossTime = now
    }
  }

  /// Drops the present interval, which ended without information: by a restart or a gap.
  mutating func forget() {
    intervalStart = nil
    lossTime = nil
  }

  /// Restarts the age of the present interval, which continues; its time so far counts as observed without an end.
  mutating func interrupt(at now: AwakeTime) {
    guard let intervalStart, lossTime == nil else { return }
    addObserved(seconds: (now - intervalStart).seconds)
    self.intervalStart = now
  }

  /// Ends the present interval at `moment`: fades the earlier intervals, then adds the interval's length and its end.
  private mutating func end(at moment: AwakeTime, _ settings: ForecastSettings) {
    guard let intervalStart else { return }
    let seconds = (moment - intervalStart).seconds
    for age in 0..<Self.ages {
      watched[age] *= Float(settings.spellMemory)
      ended[age] *= Float(settings.spellMemory)
    }
    addObserved(seconds: seconds)
    ended[Self.ageRange(of: seconds)] += 1
    self.intervalStart = nil
  }

  /// Adds an interval of `seconds` to the observed time of each age range that it has reached. 40 s add 15 s to the
  /// first, 15 s to the second, and 10 s to the third.
  private mutating func addObserved(seconds: Double) {
    for age in 0..<Self.ages {
      watched[age] += Float(max(0, min(seconds, Self.end(of: age)) - Self.start(of: age)))
    }
  }

  /// Returns the age of the present interval; `nil` if there is none.
  package func age(at now: AwakeTime, settings: Settings) -> Duration? {
    // The interval has ended, although `observe` learns that only when the condition is true again.
    if let lossTime, now - lossTime > settings.steadyPowerLoss { return nil }
    return intervalStart.map { now - $0 }
  }

  /// Returns the start of an age range, in seconds.
  static func start(of age: Int) -> Double {
    age == 0 ? 0 : end(of: age - 1)
  }

  /// Returns the end of an age range, in seconds: each is twice the one before, and the last is infinite.
  static func end(of age: Int) -> Double {
    age == ages - 1 ? .infinity : firstAgeSeconds * Double(1 << age)
  }

  /// Returns the index of the age range in which an interval of `seconds` ends.
  private static func ageRange(of seconds: Double) -> Int {
    (0..<ages).first { seconds < end(of: $0) } ?? ages - 1
  }
}
