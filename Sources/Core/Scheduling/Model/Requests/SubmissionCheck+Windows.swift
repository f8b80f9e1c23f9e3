// Conversion of requested dates to a window on the wall clock.
extension SubmissionCheck {
  func window(of submission: Submission, at now: WallTime) throws(Refusal) -> Window {
    if case .alarm(let due) = submission.terms.task {
      _ = try date(.at(max(due, now)), field: "task.due", at: now)
      // A past alarm is due immediately, and late.
      return Window(opens: due)
    }
    var earliest = try date(submission.earliest, field: "earliest", at: now) ?? now
    if case .fetch(let interval) = submission.terms.task { earliest = now + interval }
    let opens = earliest + (try beginOfFlex(of: submission))
    // For standing work every window is as long as the first, which opens with its interval.
    var latest = try date(
      submission.latest, field: "latest", at: now,
      from: submission.terms.every == nil ? .now : .opening(opens))
    if latest == nil && submission.terms.namedKind == nil {
      latest = opens + defaultLatest(submission)
    }
    if let latest, latest <= opens {
      throw Refusal(
        .invalid, field: "latest", value: words(submission.latest, from: .now),
        message: submission.terms.flex == nil
          ? "latest is not after earliest; give a later latest date, or an earlier earliest"
          : "latest is not after the first window, which is the end of an interval; give a later one"
      )
    }
    let hasLatest = submission.latest != nil || submission.amendment?.keepsLatest == true
    if !hasLatest, let answer = submission.terms.atLatest, submission.terms.namedKind != nil {
      throw Refusal(
        .invalid, field: "atLatest", value: answer.rawValue,
        message:
          "atLatest '\(answer.rawValue)' requires a latest date; also give latest")
    }
    return Window(opens: opens, latest: latest, atLatest: submission.terms.atLatest ?? .relax)
  }

  /// Returns the time from the beginning of an interval to its window.
  private func beginOfFlex(of submission: Submission) throws(Refusal) -> Duration {
    guard let flex = submission.terms.flex else { return .zero }
    guard let every = submission.terms.every else {
      throw Refusal(
        .invalid, field: "flex", value: flex.notation,
        message: "flex '\(flex.notation)' requires an interval; also give every")
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

  /// Returns the default time to the latest date: three days for a command without a kind; at least two periods for
  /// periodic work.
  private func defaultLatest(_ submission: Submission) -> Duration {
    max(settings.defaultLatest, (submission.terms.every ?? .zero) * 2)
  }

  /// The start from which a duration counts.
  private enum Start {
    case now
    case opening(WallTime)
  }

  private func date(
    _ moment: Moment?, field: String, at now: WallTime, from start: Start = .now
  ) throws(Refusal) -> WallTime? {
    guard let moment else { return nil }
    var first = now
    if case .opening(let opens) = start { first = max(now, opens) }
    let time = moment.resolved(from: first)
    // A minute's tolerance: "now" from a clock that is a little slow.
    guard time >= now - .seconds(60) else {
      throw Refusal(
        .invalid, field: field, value: words(moment, from: start),
        message: "\(field) is in the past; give a future date, or a duration from now such as 2h"
      )
    }
    guard time <= now + settings.horizon || moment.isWithin(settings.horizon) else {
      throw Refusal(field: field, value: words(moment, from: start), allowed: settings.dates)
    }
    return time
  }

  private func words(_ moment: Moment?, from start: Start) -> String {
    switch (moment, start) {
    case (nil, _): ""
    case (.at(let time), _): UniversalTime.text(time)
    case (.after(let delay), .now): "\(delay.notation) from now"
    case (.after(let delay), .opening): "\(delay.notation) from the beginning of the window"
    }
  }

  func period(
    of submission: Submission, _ window: Window
  ) throws(Refusal) -> Period? {
    let unit = submission.terms.task?.notification?.repeats
    guard let every = submission.terms.every ?? unit.map({ _ in .days(1) }) else { return nil }
    try check(every)
    var period = Period(
      every: every, anchor: window.opens, latestAfter: window.latest.map { $0 - window.opens },
      zoneSeconds: submission.zoneAtEarliest ?? zoneSeconds)
    period.flex = submission.terms.flex
    period.unit = unit
    if period.followsCalendar, let zone = submission.zoneAtLatest, case .at = submission.latest {
      // From 22:00 to 06:00 are eight hours, even in the night in which clocks are set.
      let shift = period.shift(to: zone)
      period.latestAfter? -= shift
    }
    return period
  }
}

extension Moment {
  /// Whether it is a duration of at most `longest`, from any start.
  fileprivate func isWithin(_ longest: Duration) -> Bool {
    if case .after(let delay) = self { delay <= longest } else { false }
  }
}
