// From what was asked for to a window on the wall clock.
extension Scheduler {
  func window(of submission: Submission, at now: Instant) throws(Refusal) -> Window {
    let opens = try date(submission.earliest, field: "earliest", at: now) ?? now.wall
    var latest = try date(submission.latest, field: "latest", at: now)
    if latest == nil && submission.kind == nil {
      latest = opens + defaultLatest(submission)
    }
    if let latest, latest <= opens {
      throw Refusal(
        .invalid, field: "latest", value: words(submission.latest),
        message: "latest is not after earliest; give a later latest date, or an earlier earliest")
    }
    if submission.latest == nil, let answer = submission.atLatest, submission.kind != nil {
      throw Refusal(
        .invalid, field: "atLatest", value: answer.rawValue,
        message:
          "atLatest '\(answer.rawValue)' says what happens at the latest date; give latest too")
    }
    return Window(opens: opens, latest: latest, atLatest: submission.atLatest ?? .relax)
  }

  /// A command without a kind is done in three days; periodic work has at least two periods.
  private func defaultLatest(_ submission: Submission) -> Duration {
    max(settings.defaultLatest, (submission.every ?? .zero) * 2)
  }

  private func date(
    _ moment: Moment?, field: String, at now: Instant
  ) throws(Refusal) -> WallTime? {
    guard let moment else { return nil }
    let time = moment.resolved(from: now.wall)
    // A minute's tolerance: "now", said by a clock that is a little slow.
    guard time >= now.wall - .seconds(60) else {
      throw Refusal(
        .invalid, field: field, value: words(moment),
        message: "\(field) lies in the past; give a date to come, or a duration from now such as 2h"
      )
    }
    guard time <= now.wall + settings.horizon else {
      throw Refusal(
        field: field, value: words(moment),
        allowed: "at most \(Int(settings.horizon.seconds) / 86400) days from now")
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
    guard let every = submission.every else { return nil }
    guard every >= settings.shortestPeriod, every <= settings.horizon else {
      throw Refusal(
        field: "every", value: every.notation,
        allowed: "\(settings.shortestPeriod.notation) to \(settings.horizon.notation)")
    }
    var period = Period(
      every: every, anchor: window.opens, latestAfter: window.latest.map { $0 - window.opens },
      zoneSeconds: submission.zoneAtEarliest ?? zoneSeconds)
    if period.followsCalendar, let zone = submission.zoneAtLatest, case .at = submission.latest {
      // From 22:00 to 06:00 are eight hours, also in the night in which clocks are set.
      let shift = period.shift(to: zone)
      period.latestAfter? -= shift
    }
    return period
  }

  /// Submitted again with the same interval, periodic work keeps its rhythm: new criteria are
  /// neither a reason for a second run in one interval nor do they put its latest date off, also
  /// where a script submits the same every day. What the submitter names anew, another beginning or
  /// a date as latest, is taken at its word.
  func keepRhythm(_ request: inout Request, _ submission: Submission, at now: Instant) {
    guard let old = requests[request.key], var kept = old.period, let period = request.period,
      kept.every == period.every
    else { return }
    request.lastSuccess = old.lastSuccess
    kept = kept.moved(to: period.zoneSeconds)
    guard submission.earliest == nil || kept.hasInterval(at: period.anchor) else { return }
    var window = old.window
    if kept.zoneSeconds != old.period?.zoneSeconds {
      window = kept.window(atLatest: window.atLatest)
    }
    window.atLatest = request.window.atLatest
    if period.latestAfter != kept.latestAfter {
      kept.latestAfter = period.latestAfter
      window.latest = kept.window(atLatest: window.atLatest).latest
      if case .at = submission.latest, let asked = request.window.latest, asked > window.opens {
        window.latest = asked
      }
    }
    request.period = kept
    // To drop at once what was just asked for would help nobody.
    if window.atLatest != .drop || !window.isOverdue(at: now.wall) { request.window = window }
  }
}
