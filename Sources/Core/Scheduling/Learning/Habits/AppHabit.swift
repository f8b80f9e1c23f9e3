/// The times at which the user opens one app, in constant memory (320 bytes).
///
/// Only opens at least an hour after the previous open count. Within that hour the app has just updated itself, and no
/// refresh could have helped the user. Counts fade by the half-lives below, so old habits are forgotten. They are
/// stored as of the last open and faded when read: nothing happens between two opens, and reading changes nothing.
package struct AppHabit: Hashable, Sendable {
  /// The time after an open, or a refresh, for which the app's content is fresh.
  package static let freshness = Duration.hours(1)

  /// The half-lives of counts: a fortnight for habits, a day and a half for recent interest, a third of a day for the
  /// present.
  static let slowHalfLifeDays = 14.0
  static let fastHalfLifeDays = 1.5
  static let quickHalfLifeDays = 0.35

  /// The last open, counted or not; `nil` before the first.
  package internal(set) var lastOpen: LocalTime?
  /// Counted opens, faded at the three speeds.
  var slow: Float = 0
  var fast: Float = 0
  var quick: Float = 0
  /// The part of `slow` on Saturdays and Sundays.
  var weekend: Float = 0
  /// The part of `slow` by hour of the day.
  var hours = HourlyCounts()
  /// Opens, counted or not, that followed directly after an open of an app of that bucket, faded slowly.
  var after = FadingCounts<32>()
  /// The last eight days, by day number modulo 8: a bit for each hour with an open.
  var days = SIMD8<UInt32>()

  package init() {}

  /// Whether an open at `time` is late enough after the last that a refresh could have helped.
  func counts(at time: LocalTime) -> Bool {
    lastOpen.map { time - $0 > Self.freshness } ?? true
  }

  /// Records an open directly after an open of an app of the bucket `previous`, which is `nil` if no other app was
  /// opened shortly before. The other counts are raised only if `counts(at:)` is true.
  mutating func note(at time: LocalTime, previous: Int?) {
    let isCounted = counts(at: time)
    fade(to: time)
    forgetDays(until: time)
    days[time.dayOfEight] |= 1 << UInt32(time.hour)
    lastOpen = time
    if let previous { after[previous] += 1 }
    guard isCounted else { return }
    slow += 1
    fast += 1
    quick += 1
    hours[time.hour] += 1
    if time.isWeekend { weekend += 1 }
  }

  /// Fades all counts from the last open to `time`, each by its half-life.
  private mutating func fade(to time: LocalTime) {
    let slowly = Float(fading(at: time, halfLifeDays: Self.slowHalfLifeDays))
    slow *= slowly
    weekend *= slowly
    hours.fade(by: slowly)
    after.fade(by: slowly)
    fast *= Float(fading(at: time, halfLifeDays: Self.fastHalfLifeDays))
    quick *= Float(fading(at: time, halfLifeDays: Self.quickHalfLifeDays))
  }

  /// Returns the factor by which a count has faded from the last open until `time`: 1 at the open, half after each
  /// half-life.
  func fading(at time: LocalTime, halfLifeDays: Double) -> Double {
    guard let lastOpen, time > lastOpen else { return 1 }
    return exp2(-time.days(since: lastOpen) / halfLifeDays)
  }

  /// Clears the days since the last open, whose places in `days` still contain days a week or more ago. Clears all days
  /// if the clock went back.
  private mutating func forgetDays(until time: LocalTime) {
    guard let lastOpen else { return }
    let daysPassed = time.day - lastOpen.day
    guard daysPassed != 0 else { return }
    let clearedDays = (1..<8).contains(daysPassed) ? daysPassed : 8
    for daysAgo in 0..<clearedDays { days[Int(floorRemainder(time.day - daysAgo, 8))] = 0 }
  }

  /// Whether the app was opened in that hour of that day, within the eight days up to `last`, the day of the last open.
  @inline(__always)
  func wasOpened(on day: Int64, hour: Int, last: Int64) -> Bool {
    // `day & 7` is the day number modulo 8.
    day <= last && day > last - 8 && days[Int(day & 7)] & (1 << UInt32(hour)) != 0
  }
}

extension Timestamp<LocalReading> {
  /// Days since the beginning of 1970 on the calendar.
  package var day: Int64 { floorDivide(wholeSeconds, 86400) }
  var dayOfEight: Int { Int(floorRemainder(day, 8)) }
  var isWeekend: Bool { weekday >= 5 }
  /// The share of the hour that has passed, 0 to 1.
  var shareOfHour: Double { seconds(since: startOfHour) / 3600 }
}

extension Timestamp {
  func days(since start: Self) -> Double { seconds(since: start) / 86400 }
}

extension Duration {
  var days: Double { seconds / 86400 }
  var hours: Double { seconds / 3600 }
}
