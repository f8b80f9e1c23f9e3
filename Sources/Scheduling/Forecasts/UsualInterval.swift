/// How long an interval of power, of idleness or of both lasts on the device of somebody of whom nothing else is known.
///
/// Whoever puts it down has gone to sleep, the likelier the later in the evening, or will use it again: of those, half within
/// as long as it has lain. Power lasts as long as its user sleeps, and otherwise for an hour or so.
struct UsualInterval: Sendable {
  /// When it began.
  let began: LocalTime
  let now: LocalTime
  /// Since when nobody has used it; nil where that does not matter, or it is in use.
  var idleSince: LocalTime?
  /// Since when it has been plugged in; nil where that does not matter.
  var poweredSince: LocalTime?
  /// Whether the interval ends with the next use.
  var endsWithUse: Bool
  /// Whether nobody is asleep: a lit screen.
  var isLit: Bool

  /// Half of the uses are followed by another within this many seconds: a minute.
  private static let firstGap = 60.0
  /// 64 % of those who charge leave it plugged in for 40 minutes (`UsualDay`).
  private static let firstCharge = 40.0 * 60 * 0.64 / 0.36

  /// Ends a second between two ages of the interval, in seconds.
  func rate(from start: Double, until end: Double) -> Double {
    // Who knows how it is in a day knows no more of the day after.
    let end = min(end, start + 86400)
    let before = lasting(until: began + .seconds(start))
    let chance = before > 0 ? lasting(until: began + .seconds(end)) / before : 1
    return -log2(max(1e-300, min(1, chance))) * 0.6931471805599453 / (end - start)
  }

  /// Up to a factor that is the same for all moments.
  private func lasting(until moment: LocalTime) -> Double {
    let asleep = sleepers
    let gap = endsWithUse ? survival(since: idleSince, moment, Self.firstGap) : waking
    let charge = survival(since: poweredSince, moment, Self.firstCharge)
    let awake = (1 - asleep) * gap * charge
    guard asleep > 0, let idleSince else { return awake }
    return asleep * UsualDay.staysAsleep(from: idleSince, until: moment) + awake
  }

  /// What of the gap was over by now, where uses do not end the interval.
  private var waking: Double { survival(since: idleSince, now, Self.firstGap) }

  private func survival(since start: LocalTime?, _ moment: LocalTime, _ first: Double) -> Double {
    guard let start else { return 1 }
    return 1 / (1 + max(0, moment.seconds(since: start)) / first)
  }

  /// Of those who put it down when this one was, the share that went to sleep.
  private var sleepers: Double {
    guard let idleSince, !isLit else { return 0 }
    let asleep = UsualDay.asleep(at: idleSince)
    let sleeping =
      UsualDay.fallingAsleep(at: idleSince) + asleep * UsualDay.returnsPerHour
    return sleeping / (sleeping + (1 - asleep) * UsualDay.usesPerHour)
  }
}
