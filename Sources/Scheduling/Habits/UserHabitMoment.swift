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

  package var time: LocalTime
  /// The share of a day's opens that falls into the hour from now on.
  var share: Double
  /// How many days have been seen, faded at the three speeds.
  var slowDays: Double
  var fastDays: Double
  var quickDays: Double
  /// The share of all opens that falls on days such as this, be it the weekend or the rest.
  var dayShare: Double
  /// How near the last open of any app is to just now, ten minutes and an hour ago: 0 to 1, at most
  /// two of them above 0.
  var session: [Double]
  var recent: [Recent]
}

extension UserHabit {
  /// The moment `time`, not before the last open, as though nothing were opened until then.
  package func moment(at time: LocalTime) -> UserHabitMoment {
    let fading = self.fading(at: time)
    let known = first.map { max(0, (time - $0).days) } ?? 0
    return UserHabitMoment(
      time: time, share: share(of: time, fading: fading),
      slowDays: Self.faded(known, halfLifeDays: AppHabit.slowHalfLifeDays),
      fastDays: Self.faded(known, halfLifeDays: AppHabit.fastHalfLifeDays),
      quickDays: Self.faded(known, halfLifeDays: AppHabit.quickHalfLifeDays),
      dayShare: dayShare(of: time, fading: fading), session: session(at: time),
      recent: recentOpens(at: time, fading: fading))
  }

  /// The integral of fading over `days` days.
  private static func faded(_ days: Double, halfLifeDays: Double) -> Double {
    halfLifeDays / naturalLogOf2 * (1 - exp2(-days / halfLifeDays))
  }

  /// The user's rhythm: opens by hour, spread a little over neighbours and over the whole day, so that
  /// a few days are enough to know it.
  private func share(of time: LocalTime, fading: Double) -> Double {
    let total = Double(hours.reduce(0, +)) * fading
    let everywhere = 0.15 * total / 24 + 0.5
    let all = total + 24 * everywhere
    func opens(_ hour: Int) -> Double { Double(hours[(hour + 24) % 24]) * fading }
    func smooth(_ hour: Int) -> Double {
      (0.7 * opens(hour) + 0.15 * (opens(hour - 1) + opens(hour + 1)) + everywhere) / all
    }
    let passed = time.shareOfHour
    return (1 - passed) * smooth(time.hour) + passed * smooth(time.hour + 1)
  }

  private func dayShare(of time: LocalTime, fading: Double) -> Double {
    let total = Double(hours.reduce(0, +)) * fading
    let weekend = Double(self.weekend) * fading
    return ((time.isWeekend ? weekend : max(0, total - weekend)) + 1) / (total + 2)
  }

  /// Between the marks of now, 10, 60 and 240 minutes, on a logarithmic scale.
  private func session(at time: LocalTime) -> [Double] {
    guard let lastOpen else { return [0, 0, 0] }
    let minutes = max(0, (time - lastOpen).seconds / 60)
    let passed = log2(minutes + 1)
    let marks = [0, log2(11), log2(61), log2(241)]
    return (0..<3).map { index in
      let rising = index == 0 ? 1 : (passed - marks[index - 1]) / (marks[index] - marks[index - 1])
      let falling = (marks[index + 1] - passed) / (marks[index + 1] - marks[index])
      return max(0, min(rising, falling))
    }
  }

  private func recentOpens(at time: LocalTime, fading: Double) -> [UserHabitMoment.Recent] {
    recent.filter { $0.time <= time && time - $0.time <= AppHabit.freshness }.map {
      UserHabitMoment.Recent(
        bucket: $0.bucket, weight: exp2(-(time - $0.time).seconds / 1200),
        starts: Double(starts[$0.bucket]) * fading)
    }
  }
}
