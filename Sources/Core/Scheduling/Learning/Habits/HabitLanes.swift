/// The habits of up to eight apps, beside one another, so that the signs of all are reckoned at once.
///
/// Lanes that were not filled hold what was there before, or an app that was never opened: they are
/// reckoned too, and nobody looks at them.
struct HabitLanes: Sendable {
  static let count = 8

  /// Numbers of each app, in this order: those of a row stand beside one another.
  private enum Row {
    static let (slow, fast, quick, weekend, hours) = (0, 1, 2, 3, 4)
    static let after = hours + 24
    static let count = after + AppHabit.buckets
  }

  private var numbers = Self.noNumbers
  /// Of each of the eight days, a bit for each hour that saw an open.
  private var days = Self.noDays
  private var lastOpens = InlineArray<8, LocalTime?>(repeating: nil)
  /// On the calendar.
  private var lastDays = SIMD8<UInt32>.zero

  // Shared by all that hold no app that was opened.
  private static let noNumbers = Array(repeating: Float(0), count: Row.count * count)
  private static let noDays = Array(repeating: UInt32(0), count: 8 * count)

  /// Puts an app into a lane; what was never opened needs none.
  mutating func set(_ habit: AppHabit, in lane: Int) {
    guard let lastOpen = habit.lastOpen else { return }
    lastOpens[lane] = lastOpen
    lastDays[lane] = UInt32(truncatingIfNeeded: lastOpen.day)
    numbers.withUnsafeMutableBufferPointer { numbers in
      func put(_ number: Float, _ row: Int) { numbers[row * Self.count + lane] = number }
      put(habit.slow, Row.slow)
      put(habit.fast, Row.fast)
      put(habit.quick, Row.quick)
      put(habit.weekend, Row.weekend)
      for hour in 0..<24 { put(habit.hours[hour], Row.hours + hour) }
      for bucket in 0..<AppHabit.buckets { put(habit.after[bucket], Row.after + bucket) }
    }
    for day in 0..<8 { days[day * Self.count + lane] = habit.days[day] }
  }

  // MARK: What there is of each app

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

  /// - Parameter hour: -1 to 25, of which the first and last stand for those of the next days.
  @inline(__always)
  func opens(at hour: Int) -> SIMD8<Float> {
    row(Row.hours + (hour < 0 ? hour + 24 : hour < 24 ? hour : hour - 24))
  }

  /// Opens after those of a bucket.
  @inline(__always)
  func opens(after bucket: Int) -> SIMD8<Float> { row(Row.after + bucket) }

  /// Seconds since the last open.
  func ages(at time: LocalTime) -> SIMD8<Double> {
    var ages = SIMD8<Double>.zero
    for lane in 0..<Self.count {
      if let last = lastOpens[lane] { ages[lane] = max(0, time.seconds(since: last)) }
    }
    return ages
  }

  /// 1 for each app that was opened in that hour of that day, 0 for others: see `AppHabit.wasOpened`. Without masks, which
  /// go through the lanes one by one.
  @inline(__always)
  func wereOpened(on day: Int64, hour: Int) -> SIMD8<Float> {
    let hours = days.withUnsafeBytes {
      $0.loadUnaligned(
        fromByteOffset: Int(day & 7) * MemoryLayout<SIMD8<UInt32>>.size, as: SIMD8<UInt32>.self)
    }
    // The eight days up to that of the last open are known.
    let isUnknown = Self.oneWhereSome((lastDays &- UInt32(truncatingIfNeeded: day)) & ~7)
    let isSet = Self.oneWhereSome(hours & (1 << UInt32(hour)))
    // As the last bit of 2^23, the smallest float without fractions.
    let numbers = unsafeBitCast(isSet & ~isUnknown | 0x4B00_0000, to: SIMD8<Float>.self)
    return numbers - 8_388_608
  }

  /// 1 for each that is not 0.
  @inline(__always)
  private static func oneWhereSome(_ numbers: SIMD8<UInt32>) -> SIMD8<UInt32> {
    (numbers | (SIMD8<UInt32>.zero &- numbers)) &>> 31
  }
}

/// The signs of eight apps.
struct SignLanes<Batch: Batch8> {
  /// An inline array of vectors is copied at every turn, by the compiler that we have.
  private var cells = Array(repeating: Batch(repeating: 0), count: UserHabitSigns.count)
  /// Counted opens a day, as the slow half-life sees them.
  var daily = Batch(repeating: 0)

  @inline(__always)
  subscript(sign: UserHabitSign) -> Batch {
    get { cells[sign.rawValue] }
    set { cells[sign.rawValue] = newValue }
  }

  @inline(__always)
  subscript(index: Int) -> Batch { cells[index] }

  /// The sums of the products, added up in the order of signs.
  @inline(__always)
  func products(_ weights: UserHabitSigns) -> Batch {
    var sums = Batch(repeating: 0)
    for index in 0..<UserHabitSigns.count { sums = sums + weights[index] * cells[index] }
    return sums
  }
}
