/// A moment in a user's day, as all apps share it: reckoned once, asked for each app.
package struct UserHabitMoment: Hashable, Sendable {
  /// An app that was opened within the last hour.
  struct Recent: Hashable, Sendable {
    var bucket: Int
    /// 1 just now, half of it every 20 minutes.
    var weight: Double
    /// How often apps of that bucket were opened, faded.
    var starts: Double
  }

  package let time: LocalTime
  /// What a calendar and a clock show at `time`.
  let clock: ClockFace
  /// The share of a day's opens that falls into the hour from now on.
  var share: Double
  /// The same of the hour after it.
  var nextShare: Double
  /// How many days have been seen, faded at the three speeds.
  var slowDays: Double
  var fastDays: Double
  var quickDays: Double
  /// The share of all opens that falls on days such as this, be it the weekend or the rest.
  var dayShare: Double
  /// How near the last open of any app is to just now, ten minutes and an hour ago: 0 to 1, at most
  /// two of them above 0.
  var session: SIMD3<Double>
  var recent: [Recent]

  init(
    time: LocalTime, share: Double, nextShare: Double, slowDays: Double, fastDays: Double,
    quickDays: Double,
    dayShare: Double, session: SIMD3<Double>, recent: [Recent]
  ) {
    self.time = time
    clock = ClockFace(time)
    (self.share, self.nextShare) = (share, nextShare)
    (self.slowDays, self.fastDays, self.quickDays) = (slowDays, fastDays, quickDays)
    self.dayShare = dayShare
    self.session = session
    self.recent = recent
  }
}

/// A moment as a calendar and a clock show it, read once.
struct ClockFace: Hashable, Sendable {
  /// Since the beginning of 1970.
  let day: Int64
  /// 0 to 23.
  let hour: Int
  /// How much of the hour has passed, 0 to 1.
  let passed: Double
  let isWeekend: Bool

  init(_ time: LocalTime) {
    day = time.day
    hour = time.hour
    passed = time.shareOfHour
    isWeekend = time.isWeekend
  }
}

extension UserHabit {
  /// The moment `time`, not before the last open, as though nothing were opened until then.
  package func moment(at time: LocalTime) -> UserHabitMoment {
    let fading = self.fading(at: time)
    let known = first.map { max(0, time.days(since: $0)) } ?? 0
    let (clock, total) = (ClockFace(time), Double(hours.sum) * fading)
    return UserHabitMoment(
      time: time, share: share(of: clock, total, fading: fading),
      nextShare: share(of: clock, hoursAhead: 1, total, fading: fading),
      slowDays: Self.faded(known, halfLifeDays: AppHabit.slowHalfLifeDays),
      fastDays: Self.faded(known, halfLifeDays: AppHabit.fastHalfLifeDays),
      quickDays: Self.faded(known, halfLifeDays: AppHabit.quickHalfLifeDays),
      dayShare: dayShare(of: clock, total, fading: fading), session: session(at: time),
      recent: recentOpens(at: time, fading: fading))
  }

  /// The integral of fading over `days` days.
  private static func faded(_ days: Double, halfLifeDays: Double) -> Double {
    halfLifeDays / naturalLogOf2 * (1 - exp2(-days / halfLifeDays))
  }

  /// The user's rhythm: opens by hour, spread a little over neighbours and over the whole day, so that
  /// a few days are enough to know it.
  private func share(
    of clock: ClockFace, hoursAhead: Int = 0, _ total: Double, fading: Double
  ) -> Double {
    let everywhere = 0.15 * total / 24 + 0.5
    let all = total + 24 * everywhere
    func opens(_ hour: Int) -> Double { Double(hours[(hour + 24) % 24]) * fading }
    func smooth(_ hour: Int) -> Double {
      (0.7 * opens(hour) + 0.15 * (opens(hour - 1) + opens(hour + 1)) + everywhere) / all
    }
    let passed = clock.passed
    let hour = clock.hour + hoursAhead
    return (1 - passed) * smooth(hour) + passed * smooth(hour + 1)
  }

  private func dayShare(of clock: ClockFace, _ total: Double, fading: Double) -> Double {
    let weekend = Double(self.weekend) * fading
    return ((clock.isWeekend ? weekend : max(0, total - weekend)) + 1) / (total + 2)
  }

  /// Between the marks of now, 10, 60 and 240 minutes, on a logarithmic scale.
  private func session(at time: LocalTime) -> SIMD3<Double> {
    guard let lastOpen else { return .zero }
    let minutes = max(0, time.seconds(since: lastOpen) / 60)
    let passed = log2(minutes + 1)
    let marks = Self.sessionMarks
    func near(_ index: Int) -> Double {
      let rising = index == 0 ? 1 : (passed - marks[index - 1]) / (marks[index] - marks[index - 1])
      let falling = (marks[index + 1] - passed) / (marks[index + 1] - marks[index])
      return max(0, min(rising, falling))
    }
    return SIMD3(near(0), near(1), near(2))
  }

  private static let sessionMarks = SIMD4(0, log2(11), log2(61), log2(241))

  private func recentOpens(at time: LocalTime, fading: Double) -> [UserHabitMoment.Recent] {
    let isOver = time - AppHabit.freshness
    return recent.filter { $0.time <= time && $0.time >= isOver }.map {
      UserHabitMoment.Recent(
        bucket: $0.bucket, weight: exp2(-time.seconds(since: $0.time) / 1200),
        starts: Double(starts[$0.bucket]) * fading)
    }
  }
}
