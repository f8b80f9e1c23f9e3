// From what was asked for to a window on the wall clock.
extension SubmissionCheck {
  func window(of submission: Submission, at now: WallTime) throws(Refusal) -> Window {
    if case .alarm(let due) = submission.task {
      _ = try date(.at(max(due, now)), field: "task.due", at: now)
      // What is past is due at once, and late.
      return Window(opens: due)
    }
    var earliest = try date(submission.earliest, field: "earliest", at: now) ?? now
    if case .fetch(let interval) = submission.task { earliest = now + interval }
    let opens = earliest + (try beginOfFlex(of: submission))
    var latest = try date(submission.latest, field: "latest", at: now)
    if latest == nil && submission.kind == nil {
      latest = opens + defaultLatest(submission)
    }
    if let latest, latest <= opens {
      throw Refusal(
        .invalid, field: "latest", value: words(submission.latest),
        message: submission.flex == nil
          ? "latest is not after earliest; give a later latest date, or an earlier earliest"
          : "latest is not after the first window, which is the end of an interval; give a later one"
      )
    }
    let hasLatest = submission.latest != nil || submission.amendment?.keepsLatest == true
    if !hasLatest, let answer = submission.atLatest, submission.kind != nil {
      throw Refusal(
        .invalid, field: "atLatest", value: answer.rawValue,
        message:
          "atLatest '\(answer.rawValue)' says what happens at the latest date; give latest too")
    }
    return Window(opens: opens, latest: latest, atLatest: submission.atLatest ?? .relax)
  }

  /// How long after the beginning of its interval a window opens.
  private func beginOfFlex(of submission: Submission) throws(Refusal) -> Duration {
    guard let flex = submission.flex else { return .zero }
    guard let every = submission.every else {
      throw Refusal(
        .invalid, field: "flex", value: flex.notation,
        message: "flex '\(flex.notation)' is the end of an interval; give every too")
    }
    try check(every)
    guard flex >= settings.shortestFlex, flex <= every else {
      throw Refusal(
        field: "flex", value: flex.notation,
        allowed: "\(settings.shortestFlex.notation) to \(every.notation), the interval")
    }
    return every - flex
  }

  private func check(_ every: Duration) throws(Refusal) {
    guard every >= settings.shortestPeriod, every <= settings.horizon else {
      throw Refusal(
        field: "every", value: every.notation,
        allowed: "\(settings.shortestPeriod.notation) to \(settings.horizon.notation)")
    }
  }

  /// A command without a kind is done in three days; periodic work has at least two periods.
  private func defaultLatest(_ submission: Submission) -> Duration {
    max(settings.defaultLatest, (submission.every ?? .zero) * 2)
  }

  private func date(
    _ moment: Moment?, field: String, at now: WallTime
  ) throws(Refusal) -> WallTime? {
    guard let moment else { return nil }
    let time = moment.resolved(from: now)
    // A minute's tolerance: "now", said by a clock that is a little slow.
    guard time >= now - .seconds(60) else {
      throw Refusal(
        .invalid, field: field, value: words(moment),
        message: "\(field) lies in the past; give a date to come, or a duration from now such as 2h"
      )
    }
    guard time <= now + settings.horizon else {
      throw Refusal(
        field: field, value: words(moment),
        allowed: "at most \(Int(bounded: settings.horizon.seconds) / 86400) days from now")
    }
    return time
  }

  private func words(_ moment: Moment?) -> String {
    switch moment {
    case nil: ""
    case .at(let time): UniversalTime.text(time)
    case .after(let delay): "\(delay.notation) from now"
    }
  }

  func period(
    of submission: Submission, _ window: Window
  ) throws(Refusal) -> Period? {
    let unit = submission.task?.notification?.repeats
    guard let every = submission.every ?? unit.map({ _ in .days(1) }) else { return nil }
    try check(every)
    var period = Period(
      every: every, anchor: window.opens, latestAfter: window.latest.map { $0 - window.opens },
      zoneSeconds: submission.zoneAtEarliest ?? zoneSeconds)
    period.flex = submission.flex
    period.unit = unit
    if period.followsCalendar, let zone = submission.zoneAtLatest, case .at = submission.latest {
      // From 22:00 to 06:00 are eight hours, also in the night in which clocks are set.
      let shift = period.shift(to: zone)
      period.latestAfter? -= shift
    }
    return period
  }
}
