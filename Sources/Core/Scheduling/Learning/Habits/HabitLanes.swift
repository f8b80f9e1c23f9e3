/// The habits of up to eight apps, side by side, so that vector instructions calculate the signs of all at the same
/// time. A lane, 0 to 7, is the place of one app in each vector.
///
/// An unused lane contains an earlier habit, or an app that was never opened. It is calculated too, and its result is
/// ignored.
struct HabitLanes: Sendable {
  static let count = 8

  /// The rows of numbers, in this order; the numbers of all apps in a row are adjacent. They are computed, since stored
  /// ones would be initialised lazily, with a check at every use.
  private enum Row {
    static var slow: Int { 0 }
    static var fast: Int { 1 }
    static var quick: Int { 2 }
    static var weekend: Int { 3 }
    static var hours: Int { 4 }
    static var after: Int { hours + 24 }
    static var count: Int { after + AppBuckets.count }
  }

  private var numbers = Self.noNumbers
  /// For each of the eight days, a bit for each hour with an open.
  private var days = Self.noDays
  /// The last opens, in nanoseconds; the end of time for an app that was never opened, whose age is then 0. Optionals
  /// would take twice the memory, and a branch for each lane.
  private var lastOpens = InlineArray<8, Int64>(repeating: .max)
  /// The days of the last opens on the calendar.
  private var lastDays = SIMD8<UInt32>.zero

  // Shared by all lanes without an opened app.
  private static let noNumbers = Array(repeating: Float(0), count: Row.count * count)
  private static let noDays = Array(repeating: UInt32(0), count: 8 * count)

  /// Puts the habit of an app into `lane`. Does nothing for an app that was never opened.
  mutating func setHabit(_ habit: AppHabit, inLane lane: Int) {
    guard let lastOpen = habit.lastOpen else { return }
    setValuesOfAllHours(habit, lastOpen, lane)
    numbers.withUnsafeMutableBufferPointer { numbers in
      habit.hours.write(to: numbers, from: Row.hours * Self.count + lane, every: Self.count)
      habit.after.write(to: numbers, from: Row.after * Self.count + lane, every: Self.count)
    }
  }

  /// Puts into `lane` only the parts of a habit that its signs at `clock` depend on. Does nothing for an app that was
  /// never opened.
  mutating func setHabit(_ habit: AppHabit, inLane lane: Int, forSignsAt clock: ClockFace) {
    guard let lastOpen = habit.lastOpen else { return }
    setValuesOfAllHours(habit, lastOpen, lane)
    numbers.withUnsafeMutableBufferPointer { numbers in
      // The hour from now on lies in two hours of the clock, each with its neighbours.
      for hour in clock.hour - 1...clock.hour + 2 {
        let hour = (hour + 24) % 24
        numbers[(Row.hours + hour) * Self.count + lane] = habit.hours[hour]
      }
    }
  }

  /// Puts the values of a habit that do not belong to an hour or another app into `lane`.
  @inline(__always)
  private mutating func setValuesOfAllHours(
    _ habit: AppHabit, _ lastOpen: LocalTime, _ lane: Int
  ) {
    lastOpens[lane] = lastOpen.nanoseconds
    lastDays[lane] = UInt32(truncatingIfNeeded: lastOpen.day)
    numbers.withUnsafeMutableBufferPointer { numbers in
      func setNumber(_ number: Float, inRow row: Int) { numbers[row * Self.count + lane] = number }
      setNumber(habit.slow, inRow: Row.slow)
      setNumber(habit.fast, inRow: Row.fast)
      setNumber(habit.quick, inRow: Row.quick)
      setNumber(habit.weekend, inRow: Row.weekend)
    }
    days.withUnsafeMutableBufferPointer { days in
      for day in 0..<8 { days[day * Self.count + lane] = habit.days[day] }
    }
  }

  // MARK: Values of each app

  /// Returns the numbers of one row, one for each app: eight adjacent floats, read as one vector.
  @inline(__always)
  private func row(_ index: Int) -> SIMD8<Float> {
    numbers.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: index * MemoryLayout<SIMD8<Float>>.size, as: SIMD8.self)
    }
  }

  var slow: SIMD8<Float> { @inline(__always) get { row(Row.slow) } }
  var fast: SIMD8<Float> { @inline(__always) get { row(Row.fast) } }
  var quick: SIMD8<Float> { @inline(__always) get { row(Row.quick) } }
  var weekend: SIMD8<Float> { @inline(__always) get { row(Row.weekend) } }

  /// Returns the counted opens in an hour of the day.
  ///
  /// - Parameter hour: -1 to 25; those outside of 0 to 23 stand for the hours of the adjacent days.
  @inline(__always)
  func opens(at hour: Int) -> SIMD8<Float> {
    row(Row.hours + (hour < 0 ? hour + 24 : hour < 24 ? hour : hour - 24))
  }

  /// Returns the direct opens after apps of a bucket.
  @inline(__always)
  func opens(after bucket: Int) -> SIMD8<Float> { row(Row.after + bucket) }

  /// Returns the direct opens after any app, added up in the order of `FadingCounts.sum`.
  var opensAfterAny: SIMD8<Float> {
    var sum = SIMD8<Float>.zero
    for bucket in 0..<AppBuckets.count { sum += row(Row.after + bucket) }
    return sum
  }

  /// Returns the seconds since each app's last open; 0 for an app that was never opened.
  func ages(at time: LocalTime) -> SIMD8<Double> {
    var ages = SIMD8<Double>.zero
    for lane in 0..<Self.count {
      ages[lane] = max(0, time.seconds(since: LocalTime(nanoseconds: lastOpens[lane])))
    }
    return ages
  }

  /// Returns the same seconds without the last bits, for rough worths.
  @inline(__always)
  func roughAges(at time: LocalTime) -> SIMD8<Double> {
    var ages = SIMD8<Double>.zero
    for lane in 0..<Self.count {
      let (age, overflow) = time.nanoseconds.subtractingReportingOverflow(lastOpens[lane])
      ages[lane] = max(0, Double(overflow ? .max : age) * 1e-9)
    }
    return ages
  }

  /// Returns 1 for each app that was opened in that hour of that day, 0 for others: see `AppHabit.wasOpened`. It uses
  /// no masks, which process the lanes one by one.
  @inline(__always)
  func wereOpened(on day: Int64, hour: Int) -> SIMD8<Float> {
    let openedHours = days.withUnsafeBytes {
      $0.loadUnaligned(
        fromByteOffset: Int(day & 7) * MemoryLayout<SIMD8<UInt32>>.size, as: SIMD8<UInt32>.self)
    }
    // Only the eight days up to the day of the last open are known: `day` is 0 to 7 days before it.
    let daysBeforeLast = lastDays &- UInt32(truncatingIfNeeded: day)
    let isUnknown = Self.oneIfNotZero(daysBeforeLast & ~7)
    let isSet = Self.oneIfNotZero(openedHours & (1 << UInt32(hour)))
    // Converts 0 or 1 to a float: as the last bit of 2^23 (0x4B000000), the smallest float without fractions.
    let numbers = unsafeBitCast(isSet & ~isUnknown | 0x4B00_0000, to: SIMD8<Float>.self)
    return numbers - 8_388_608
  }

  /// Returns 1 for each number that is not 0, and 0 for 0: either such a number or its negative has the sign bit set.
  @inline(__always)
  private static func oneIfNotZero(_ numbers: SIMD8<UInt32>) -> SIMD8<UInt32> {
    (numbers | (SIMD8<UInt32>.zero &- numbers)) &>> 31
  }
}

/// The signs of eight apps, to learn from.
struct SignLanes {
  /// An array, since the present compiler copies an inline array of vectors at every turn.
  private var cells = Array(repeating: ExactBatch8(repeating: 0), count: UserHabitSigns.count)

  @inline(__always)
  subscript(sign: UserHabitSign) -> ExactBatch8 {
    get { cells[sign.rawValue] }
    set { cells[sign.rawValue] = newValue }
  }

  @inline(__always)
  subscript(index: Int) -> ExactBatch8 { cells[index] }

  /// Returns the signs of the app in `lane`.
  func signs(inLane lane: Int) -> UserHabitSigns {
    var signs = UserHabitSigns()
    for index in signs.indices { signs[index] = self[index].lanes[lane] }
    return signs
  }

  /// Returns for each app the sum of its signs, each multiplied by its weight, added up in the order of signs.
  @inline(__always)
  func products(_ weights: UserHabitSigns) -> ExactBatch8 {
    var sums = ExactBatch8(repeating: 0)
    for index in 0..<UserHabitSigns.count { sums = sums + weights[index] * cells[index] }
    return sums
  }
}
