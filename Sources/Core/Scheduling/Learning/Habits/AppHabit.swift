/// When the user opens one app, in constant memory (256 bytes).
///
/// Only opens at least an hour after the one before are counted: within that hour the app has just
/// brought itself up to date, and no refresh could have served the user. Counts fade by the half-lives
/// below, so old habits are forgotten. They are kept as of the last open and faded when read, so
/// nothing needs to happen between two opens, and asking changes nothing.
package struct AppHabit: Hashable, Sendable {
  /// What an app has shown for itself within this long after an open, or after a refresh, is fresh.
  package static let freshness = Duration.hours(1)

  /// How fast counts fade: a fortnight for habits, a day and a half for what is of interest these
  /// days, a third of a day for right now.
  static let slowHalfLifeDays = 14.0
  static let fastHalfLifeDays = 1.5
  static let quickHalfLifeDays = 0.35
  /// Other apps are told apart by this many buckets.
  static let buckets = 16

  /// The last open, counted or not; nil before the first.
  package internal(set) var lastOpen: LocalTime?
  /// Counted opens, faded at the three speeds.
  var slow: Float = 0
  var fast: Float = 0
  var quick: Float = 0
  /// Those of `slow` on Saturdays and Sundays.
  var weekend: Float = 0
  /// Those of `slow` by hour of the day.
  var hours = HourlyCounts()
  /// Counted opens within an hour after an app of that bucket was opened, faded slowly.
  var after = FadingCounts<16>()
  /// The last eight days, by day number modulo 8: a bit for each hour that saw an open.
  var days = SIMD8<UInt32>()

  package init() {}

  /// Whether an open at `time` comes so late after the last that a refresh could have served it.
  func counts(at time: LocalTime) -> Bool {
    lastOpen.map { time - $0 > Self.freshness } ?? true
  }

  /// Takes in an open: `recent` are the buckets of other apps that were opened in the hour before.
  mutating func note(at time: LocalTime, recent: [Int]) {
    let isCounted = counts(at: time)
    fade(to: time)
    forgetDays(until: time)
    days[time.dayOfEight] |= 1 << UInt32(time.hour)
    lastOpen = time
    guard isCounted else { return }
    slow += 1
    fast += 1
    quick += 1
    hours[time.hour] += 1
    if time.isWeekend { weekend += 1 }
    for bucket in recent { after[bucket] += 1 }
  }

  private mutating func fade(to time: LocalTime) {
    let slowly = Float(fading(at: time, halfLifeDays: Self.slowHalfLifeDays))
    slow *= slowly
    weekend *= slowly
    hours.fade(by: slowly)
    after.fade(by: slowly)
    fast *= Float(fading(at: time, halfLifeDays: Self.fastHalfLifeDays))
    quick *= Float(fading(at: time, halfLifeDays: Self.quickHalfLifeDays))
  }

  /// What is left at `time` of 1 as of the last open.
  func fading(at time: LocalTime, halfLifeDays: Double) -> Double {
    guard let lastOpen, time > lastOpen else { return 1 }
    return exp2(-time.days(since: lastOpen) / halfLifeDays)
  }

  /// Empties the days since the last open, which nobody has written yet; all where the clock went
  /// back.
  private mutating func forgetDays(until time: LocalTime) {
    guard let lastOpen else { return }
    let passed = time.day - lastOpen.day
    guard passed != 0 else { return }
    let emptied = (1..<8).contains(passed) ? passed : 8
    for back in 0..<emptied { days[Int(floorRemainder(time.day - Int64(back), 8))] = 0 }
  }

  /// Whether the app was opened in that hour of that day, if that is one of the eight days up to `last`,
  /// the day of the last open.
  @inline(__always)
  func wasOpened(on day: Int64, hour: Int, last: Int64) -> Bool {
    day <= last && day > last - 8 && days[Int(day & 7)] & (1 << UInt32(hour)) != 0
  }
}

extension Timestamp<LocalReading> {
  /// Days since the beginning of 1970 on the calendar.
  package var day: Int64 { floorDivide(wholeSeconds, 86400) }
  var dayOfEight: Int { Int(floorRemainder(day, 8)) }
  var isWeekend: Bool { weekday >= 5 }
  /// How much of the hour has passed, 0 to 1.
  var shareOfHour: Double { seconds(since: startOfHour) / 3600 }
}

extension Timestamp {
  func days(since start: Self) -> Double { seconds(since: start) / 86400 }
}

extension Duration {
  var days: Double { seconds / 86400 }
  var hours: Double { seconds / 3600 }
}
