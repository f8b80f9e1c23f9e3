/// What signs need to know of up to eight apps, beside one another, so that they are reckoned at once.
///
/// Lanes that were not filled hold what was there before, or an app that was never opened: they are
/// reckoned too, and nobody looks at them.
struct HabitLanes {
  static let count = 8

  /// A number of each app.
  struct Cells {
    private var cells = InlineArray<8, Double>(repeating: 0)

    @inline(__always)
    subscript(lane: Int) -> Double {
      get { cells[lane] }
      set { cells[lane] = newValue }
    }

    @inline(__always)
    var numbers: DoubleBatch8 {
      DoubleBatch8(
        cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7])
    }
  }

  /// How many apps there are.
  private(set) var filled = 0
  /// Seconds since the last open.
  private(set) var age = Cells()
  private(set) var slow = Cells()
  private(set) var fast = Cells()
  private(set) var quick = Cells()
  private(set) var weekend = Cells()
  /// Opens in the hour before the present one, in that, and in the two after it.
  private(set) var hours = InlineArray<4, Cells>(repeating: Cells())
  private(set) var sameHour = Cells()
  /// Opens after each of what was opened just now.
  private(set) var after = InlineArray<8, Cells>(repeating: Cells())

  /// How long ago it was refreshed, as turns count it, and the share of its worth that a refresh would bring.
  private(set) var refreshAge = Cells()
  private(set) var share = Cells()

  var isFull: Bool { filled == Self.count }

  /// Adds an app that has been opened before, for signs at `moment`, the same for all.
  @inline(__always)
  mutating func append(
    _ habit: AppHabit, refreshAge: Double = 1, share: Double = 1, at moment: UserHabitMoment
  ) {
    let lane = filled
    filled += 1
    age[lane] = max(0, habit.lastOpen.map { moment.time.seconds(since: $0) } ?? 0)
    (self.refreshAge[lane], self.share[lane]) = (refreshAge, share)
    slow[lane] = Double(habit.slow)
    fast[lane] = Double(habit.fast)
    quick[lane] = Double(habit.quick)
    weekend[lane] = Double(habit.weekend)
    for index in 0..<4 {
      let hour = moment.clock.hour - 1 + index
      hours[index][lane] = Double(habit.hours[hour < 0 ? hour + 24 : hour < 24 ? hour : hour - 24])
    }
    sameHour[lane] = moment.sameHour(habit)
    for (index, open) in moment.recent.enumerated() {
      after[index][lane] = Double(habit.after[open.bucket])
    }
  }

  mutating func removeAll() { filled = 0 }
}

/// The signs of eight apps.
struct SignLanes {
  /// An inline array of vectors is copied at every turn, by the compiler that we have.
  private var cells = Array(repeating: DoubleBatch8.zero, count: UserHabitSigns.count)
  /// Counted opens a day, as the slow half-life sees them.
  var daily = DoubleBatch8.zero

  @inline(__always)
  subscript(sign: UserHabitSign) -> DoubleBatch8 {
    get { cells[sign.rawValue] }
    set { cells[sign.rawValue] = newValue }
  }

  @inline(__always)
  subscript(index: Int) -> DoubleBatch8 { cells[index] }

  /// The sums of the products, added up in the order of signs.
  @inline(__always)
  func products(_ weights: UserHabitSigns) -> DoubleBatch8 {
    var sums = DoubleBatch8.zero
    for index in 0..<UserHabitSigns.count { sums += weights[index] * cells[index] }
    return sums
  }
}
