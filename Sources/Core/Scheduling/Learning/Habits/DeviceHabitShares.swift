/// The time that the device spent in each situation, asleep or off included, by hour of the week.
///
/// Later additions weigh more: the weight grows by half-lives of all added time. Forgetting therefore touches no data,
/// and a clock change causes no forgetting. From time to time all sums are divided by a power of two, which is
/// lossless.
package struct DeviceHabitShares: Hashable, Sendable {
  static let hours = 168
  /// The situations, then asleep or off.
  static let columns = Situation.count + 1
  static let asleep = Situation.count

  /// Weighted seconds: hour of the week by situation.
  private(set) var sums: [Float]
  /// Half-lives since the weights were last divided.
  private(set) var age: Double
  /// The seconds of all additions, not weighted.
  private(set) var known: Double

  init() {
    sums = Array(repeating: 0, count: Self.hours * Self.columns)
    age = 0
    known = 0
  }

  /// Creates a value from stored sums; `nil` if they are invalid.
  init?(sums: [Float], age: Double, known: Double) {
    guard sums.count == Self.hours * Self.columns, (0...Self.oldest).contains(age),
      known >= 0, Allowed.weight.contains(known),
      sums.allSatisfy({ $0 >= 0 && Allowed.weight.contains(Double($0)) })
    else { return nil }
    (self.sums, self.age, self.known) = (sums, age, known)
  }

  /// The half-lives after which the sums are divided: weights stay below 2^16.
  private static let oldest = 16.0

  /// Adds time in the situation `column` from `start` on, split by hours.
  mutating func add(
    column: Int, from start: LocalTime, lasting length: Duration, halfLife: Duration
  ) {
    let end = start + length
    var position = start
    while position < end {
      let border = min(end, position.startOfHour + .hours(1))
      add(column: column, at: position.hourOfWeek, (border - position).seconds, halfLife)
      position = border
    }
  }

  /// Adds `seconds` in the situation `column` to an hour of the week. Later time weighs more: twice as much after each
  /// half-life of known time.
  private mutating func add(column: Int, at hour: Int, _ seconds: Double, _ halfLife: Duration) {
    sums[hour * Self.columns + column] += Float(seconds * exp2(age))
    known += seconds
    age += seconds / max(1, halfLife.seconds)
    if age >= Self.oldest { halveSums() }
  }

  /// Divides all sums by 2 for each whole half-life in `age`, so that weights stay bounded. Present weights do not
  /// change.
  private mutating func halveSums() {
    let wholeHalfLives = age.rounded(.down)
    let factor = Float(exp2(-wholeHalfLives))
    for index in sums.indices {
      sums[index] *= factor
    }
    age -= wholeHalfLives
  }

  /// Whether any time without external power is known.
  var hasBeenOnBattery: Bool {
    Situation.all.contains { situation in
      !situation.isPowered
        && (0..<Self.hours).contains { sums[$0 * Self.columns + situation.index] > 0 }
    }
  }

  /// Returns the observed hours in the situation `column` at an hour of the week, by their present weight: time one
  /// half-life ago counts half.
  func hours(_ column: Int, at hour: Int) -> Double {
    Double(sums[hour * Self.columns + column]) * exp2(-age) / 3600
  }
}
