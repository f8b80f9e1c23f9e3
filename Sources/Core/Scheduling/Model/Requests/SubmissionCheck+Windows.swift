// Conversion of requested dates to a window on the wall clock.
extension SubmissionCheck {
  /// Returns the first window of `submission`, from its dates or those of its task. With a flex, it opens in the last
  /// part of the first interval. A command without a kind gets a default latest date. Throws a refusal if a date is out
  /// of range, or if the dates contradict each other.
  func window(of submission: Submission, at now: WallTime) throws(Refusal) -> Window {
    if case .alarm(let due) = submission.terms.task {
      // Refuses only a due date that is too far ahead.
      _ = try date(.at(max(due, now)), field: "task.due", at: now)
      // A past alarm is due immediately, and late.
      return Window(opens: due)
    }
    var earliest = try date(submission.earliest, field: "earliest", at: now) ?? now
    if case .fetch(let interval) = submission.terms.task { earliest = now + interval }
    if !submission.terms.calendar.isEmpty {
      earliest = try firstDate(of: submission, from: earliest)
    }
    let opens = earliest + (try beginOfFlex(of: submission))
    // For standing work every window is as long as the first, which opens with its interval.
    var latest = try date(
      submission.latest, field: "latest", at: now,
      from: submission.terms.repeats ? .opening(opens) : .now)
    let isExact = submission.terms.run.isExact
    let dropsLateRuns = submission.terms.atLatest == .drop
    // An exact date of a calendar whose late runs are kept gets the latest date of any calendar, below.
    if latest == nil, isExact, dropsLateRuns || submission.terms.calendar.isEmpty {
      // Late runs are dropped after the flex or a minute, or else start as soon as possible, without a latest date.
      let flex = submission.terms.calendar.isEmpty ? nil : submission.terms.flex
      return Window(
        opens: opens, latest: dropsLateRuns ? opens + (flex ?? Self.exactWindow) : nil,
        atLatest: submission.terms.atLatest ?? .relax)
    }
    if latest == nil && !submission.terms.calendar.isEmpty {
      // Without a flex, a window ends at the next date, which the period adds later. If there is none, the window has
      // the length of a command's default window.
      let isLast = next(of: submission.terms.calendar, after: opens, submission) == nil
      let length = submission.terms.flex ?? (isLast ? settings.defaultLatest : nil)
      return Window(
        opens: opens, latest: length.map { opens + $0 },
        atLatest: submission.terms.atLatest ?? .relax)
    }
    if latest == nil && submission.terms.namedKind == nil {
      latest = opens + defaultLatest(submission)
    }
    // The end of the first interval from now does not matter to a change that keeps the intervals.
    let isChecked = submission.terms.flex == nil || submission.amendment?.keepsEarliest != true
    if let latest, latest <= opens, isChecked {
      throw latestBeforeOpening(submission, latest, opens)
    }
    // A command without a kind has the default latest date, to which the answer then applies.
    let hasLatest = submission.latest != nil || submission.amendment?.keepsLatest == true
    if !hasLatest, let answer = submission.terms.atLatest, submission.terms.namedKind != nil {
      throw Refusal(
        .invalid, field: "atLatest", value: answer.rawValue,
        message:
          "atLatest '\(answer.rawValue)' requires a latest date; also give `latest`")
    }
    return Window(opens: opens, latest: latest, atLatest: submission.terms.atLatest ?? .relax)
  }

  /// Returns the refusal of a latest date that is not after the opening of the first window, with both dates.
  private func latestBeforeOpening(
    _ submission: Submission, _ latest: WallTime, _ opens: WallTime
  ) -> Refusal {
    let terms = submission.terms
    var start = ""
    if case .after = submission.latest, !terms.repeats { start = ", counted from now" }
    let hasEarliest = terms.calendar.isEmpty && terms.flex == nil && submission.earliest != nil
    let opening =
      if hasEarliest {
        "`earliest`"
      } else if !terms.calendar.isEmpty {
        "the first date of `on`"
      } else if terms.flex != nil {
        "the first window, which is the end of an interval"
      } else {
        "now"
      }
    return Refusal(
      .invalid, field: "latest", value: words(submission.latest, from: .now),
      message: "latest (\(UniversalTime.text(latest))\(start)) is not after \(opening)"
        + " (\(UniversalTime.text(opens))); give a later latest date"
        + (hasEarliest ? ", or an earlier `earliest`" : ""))
  }

  /// Returns the time from the beginning of an interval to its last part, in which runs can start; zero without a flex,
  /// and for dates of a calendar. Throws a refusal of a flex that is out of range or has no repetition.
  private func beginOfFlex(of submission: Submission) throws(Refusal) -> Duration {
    guard let flex = submission.terms.flex else { return .zero }
    if !submission.terms.calendar.isEmpty {
      try Self.check(flex, field: "flex", in: settings.shortestFlex...settings.horizon)
      return .zero
    }
    guard let every = submission.terms.every else {
      throw Refusal(
        .invalid, field: "flex", value: flex.notation,
        message: "flex '\(flex.notation)' requires a repetition; also give `every` or `on`")
    }
    try check(every)
    guard flex >= settings.shortestFlex, flex <= every else {
      throw Refusal(
        field: "flex", value: flex.notation,
        allowed: "\(settings.shortestFlex.notation) to \(every.notation), the interval")
    }
    return every - flex
  }

  /// Throws a refusal if the interval `every` is too short, or longer than the horizon.
  private func check(_ every: Duration) throws(Refusal) {
    guard every >= settings.shortestPeriod, every <= settings.horizon else {
      throw Refusal(
        field: "every", value: every.notation,
        allowed: "\(settings.shortestPeriod.notation) to \(settings.horizon.notation)")
    }
  }

  /// Returns the time from the opening to the default latest date, for a command without a kind: three days by default,
  /// and at least two intervals of periodic work.
  private func defaultLatest(_ submission: Submission) -> Duration {
    max(settings.defaultLatest, (submission.terms.every ?? .zero) * 2)
  }

  /// The start from which a duration counts.
  private enum Start {
    case now
    case opening(WallTime)
  }

  /// Returns the date of `moment`; a duration is counted from `start`. `nil` if no moment is given. Throws a refusal of
  /// `field` for a past date and for one beyond the horizon.
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
        message: "\(field) '\(words(moment, from: start))' is in the past; give a future date, or a"
          + " duration from now such as 2h"
      )
    }
    // A duration from a later window can end beyond the horizon.
    guard time <= now + settings.horizon || moment.isWithin(settings.horizon) else {
      throw Refusal(field: field, value: words(moment, from: start), allowed: settings.dates)
    }
    return time
  }

  /// Returns the moment as text for a refusal: a date in UTC, or a duration and its start; empty if none is given.
  private func words(_ moment: Moment?, from start: Start) -> String {
    switch (moment, start) {
    case (nil, _): ""
    case (.at(let time), _): UniversalTime.text(time)
    case (.after(let delay), .now): "\(delay.notation) from now"
    case (.after(let delay), .opening): "\(delay.notation) from the beginning of the window"
    }
  }

  /// Returns the repetition of `submission`, whose first interval belongs to `window`; `nil` if it does not repeat. A
  /// notification that repeats by a calendar unit has intervals of one day.
  func period(
    of submission: Submission, _ window: Window
  ) throws(Refusal) -> Period? {
    if !submission.terms.calendar.isEmpty { return calendarPeriod(of: submission, window) }
    let unit = submission.terms.task?.notification?.repeats
    guard let every = submission.terms.every ?? unit.map({ _ in .days(1) }) else { return nil }
    try check(every)
    var period = Period(
      every: every, anchor: window.opens, latestAfter: window.latest.map { $0 - window.opens },
      zoneSeconds: zoneSeconds(of: submission))
    period.flex = submission.terms.flex
    period.unit = unit
    if period.followsCalendar, let zone = submission.zoneAtLatest, case .at = submission.latest {
      // From 22:00 to 06:00 are eight hours, even in the night in which clocks are set. From 02:45 to 02:15, which
      // clocks that are set back show half an hour later, is no length.
      let length = period.latestAfter.map { $0 - period.shift(to: zone) }
      if let length, length > .zero { period.latestAfter = length }
    }
    return period
  }
}

extension Moment {
  /// Whether the value is a duration of at most `longest`, from any start.
  fileprivate func isWithin(_ longest: Duration) -> Bool {
    if case .after(let delay) = self { delay <= longest } else { false }
  }
}
