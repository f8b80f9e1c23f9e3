/// A moment in a user's day, common to all apps: calculated once, used for each app.
package struct UserHabitMoment: Hashable, Sendable {
  /// The app that was opened last, if that was within the session.
  struct Previous: Hashable, Sendable {
    var bucket: Int
    /// The weight: 1 for now, half of it every five minutes.
    var weight: Double
    /// The number of visits to apps of that bucket, faded.
    var visits: Double
    /// The number of visits to all apps, faded.
    var allVisits: Double
    /// Whether it is no app, but the unlocking of the device.
    var isUnlocking = false
  }

  package let time: LocalTime
  /// The calendar and clock at `time`.
  let clock: ClockFace
  /// The share of a day's opens in the hour from now on.
  var share: Double
  /// The share of a day's opens in the hour after it.
  var nextShare: Double
  /// The number of observed days, faded at the three speeds.
  var slowDays: Double
  var fastDays: Double
  var quickDays: Double
  /// The share of all opens on such days, weekend or not.
  var dayShare: Double
  /// The nearness of the last open of any app to now, ten minutes and an hour ago: 0 to 1, at most two of them above 0.
  var session: SIMD3<Double>
  /// The last open; `nil` if it was not within the session.
  var previous: Previous?

  init(
    time: LocalTime, share: Double, nextShare: Double, slowDays: Double, fastDays: Double,
    quickDays: Double, dayShare: Double, session: SIMD3<Double>, previous: Previous?
  ) {
    self.time = time
    clock = ClockFace(time)
    (self.share, self.nextShare) = (share, nextShare)
    (self.slowDays, self.fastDays, self.quickDays) = (slowDays, fastDays, quickDays)
    self.dayShare = dayShare
    self.session = session
    self.previous = previous
  }
}

/// The calendar and clock at a moment, read once.
struct ClockFace: Hashable, Sendable {
  /// Days since the beginning of 1970.
  let day: Int64
  /// The hour, 0 to 23.
  let hour: Int
  /// The share of the hour that has passed, 0 to 1.
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
  /// Returns the state of the user's habit at `time`, not before the last open, as if nothing were opened until then.
  package func moment(at time: LocalTime) -> UserHabitMoment {
    let fading = self.fading(at: time)
    let known = first.map { max(0, time.days(since: $0)) } ?? 0
    let clock = ClockFace(time)
    let total = Double(hours.sum) * fading
    let shares = shares(of: clock, total, fading: fading)
    return UserHabitMoment(
      time: time, share: shares.now, nextShare: shares.next,
      slowDays: Self.faded(known, halfLifeDays: AppHabit.slowHalfLifeDays),
      fastDays: Self.faded(known, halfLifeDays: AppHabit.fastHalfLifeDays),
      quickDays: Self.faded(known, halfLifeDays: AppHabit.quickHalfLifeDays),
      dayShare: dayShare(of: clock, total, fading: fading), session: session(at: time),
      previous: previousOpen(at: time, fading: fading))
  }

  /// Returns the integral of fading over `days` days.
  private static func faded(_ days: Double, halfLifeDays: Double) -> Double {
    halfLifeDays / naturalLogOf2 * (1 - exp2(-days / halfLifeDays))
  }

  /// Returns the shares of the user's opens that are expected in the hour from this time of day on, and in the hour
  /// after it. Opens by hour are spread a little over neighbours and over the whole day, so that a few days are enough
  /// to know them.
  private func shares(
    of clock: ClockFace, _ total: Double, fading: Double
  ) -> (now: Double, next: Double) {
    // Each hour gets half an open, and 15 % of the opens are spread evenly over the day.
    let addedToEachHour = 0.15 * total / 24 + 0.5
    let totalWithAdded = total + 24 * addedToEachHour
    /// Returns the opens in an hour, -1 to 26; those outside of 0 to 23 stand for the hours of the adjacent days.
    func opens(_ hour: Int) -> Double { Double(hours[(hour + 24) % 24]) * fading }
    /// Returns the share of the opens in an hour, with a part of its neighbours and of the whole day.
    func smooth(_ before: Double, _ opens: Double, _ after: Double) -> Double {
      // An open counts 70 % in its own hour and 15 % in each neighbour.
      let ofNeighbours = 0.15 * (before + after)
      return (0.7 * opens + ofNeighbours + addedToEachHour) / totalWithAdded
    }
    let hour = clock.hour
    let (before, first, second) = (opens(hour - 1), opens(hour), opens(hour + 1))
    let (third, after) = (opens(hour + 2), opens(hour + 3))
    let middle = smooth(first, second, third)
    // The hour from now on lies in two hours of the clock, and so does the next one.
    let passed = clock.passed
    return (
      (1 - passed) * smooth(before, first, second) + passed * middle,
      (1 - passed) * middle + passed * smooth(second, third, after)
    )
  }

  /// Returns the share of the user's opens on such days, weekends or not.
  private func dayShare(of clock: ClockFace, _ total: Double, fading: Double) -> Double {
    let weekend = Double(self.weekend) * fading
    let onSuchDays = clock.isWeekend ? weekend : max(0, total - weekend)
    // One imagined open on such days, and one on the other days.
    return (onSuchDays + 1) / (total + 2)
  }

  /// Returns the nearness of the last open to now, 10 and 60 minutes ago, each 0 to 1, on a logarithmic scale. The last
  /// falls to 0 at 240 minutes.
  private func session(at time: LocalTime) -> SIMD3<Double> {
    guard let lastOpen else { return .zero }
    let minutes = max(0, time.seconds(since: lastOpen) / 60)
    let passed = log2(minutes + 1)
    let points = Self.sessionPoints
    /// Returns the nearness to the point `index`: 1 at the point, 0 at its neighbours.
    func near(_ index: Int) -> Double {
      let point = points[index]
      let rising = index == 0 ? 1 : (passed - points[index - 1]) / (point - points[index - 1])
      let falling = (points[index + 1] - passed) / (points[index + 1] - point)
      return max(0, min(rising, falling))
    }
    return SIMD3(near(0), near(1), near(2))
  }

  /// The points of now, 10, 60 and 240 minutes on the scale of `session(at:)`: the logarithm of the minutes and 1.
  private static let sessionPoints = SIMD4(0, log2(11), log2(61), log2(241))

  /// Returns the last open, or the unlocking since; `nil` if it was not within the session before `time`.
  private func previousOpen(at time: LocalTime, fading: Double) -> UserHabitMoment.Previous? {
    if let unlocking = unlocking(at: time, fading: fading) { return unlocking }
    guard let lastOpen, lastOpen <= time, time - lastOpen <= Self.session else { return nil }
    let bucket = buckets.bucket(of: lastName)
    // The weight halves every 300 s, since the next app mostly opens within seconds.
    return UserHabitMoment.Previous(
      bucket: bucket, weight: exp2(-time.seconds(since: lastOpen) / 300) * sequences.strength,
      visits: Double(visits[bucket]) * fading, allVisits: Double(visits.sum) * fading)
  }
}
