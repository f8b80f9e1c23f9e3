// The state that a changed request keeps from before.
extension Request {
  /// Keeps the state of `old`, the request before the change: its last success, its completed steps, and the dates that
  /// the submission does not name. Throws a refusal if a kept date and a new one contradict each other.
  mutating func amend(
    _ old: Request, _ submission: Submission, _ amendment: Amendment, _ settings: Settings,
    at now: Instant
  ) throws(Refusal) {
    progress.lastSuccess = old.progress.lastSuccess
    keepNotification(of: old)
    if amendment.keepsEarliest {
      submitted = old.submitted
      progress.awaitedSince = old.progress.awaitedSince
    }
    keepCheckpoint(of: old)
    if isObserver {
      try keepChangeDates(of: old, submission, amendment, at: now.wall)
    } else if let fresh = period {
      try keepPeriod(fresh, of: old, submission, amendment, settings)
    } else {
      if amendment.keepsEarliest { keepOpening(of: old, submission, at: now.wall) }
      if derivesLatest(from: old, amendment) {
        // A late request at an exact time still starts, unless it is dropped, a minute after its time.
        window.latest = window.atLatest == .drop ? window.opens + SubmissionCheck.exactWindow : nil
      } else if amendment.keepsLatest {
        window.latest = old.latestDate(for: window.opens)
      }
    }
    try checkOrder(of: window, keepsIntervals: period != nil && amendment.keepsEarliest)
  }

  /// Keeps the checkpoint of `old` as far as its steps are unchanged: the count of completed steps if these are, and
  /// the data of the next step if that is also unchanged.
  private mutating func keepCheckpoint(of old: Request) {
    // The checkpoint contains a part of the retry state, which is put back below.
    let retryStateBefore = retryState
    let done = old.progress.checkpoint.stepsDone
    guard done < terms.command.stepCount,
      terms.command.isSame(as: old.terms.command, inSteps: 0..<done)
    else { return }
    let nextStepIsSame = terms.command.isSame(as: old.terms.command, inSteps: done..<done + 1)
    progress.checkpoint =
      nextStepIsSame ? old.progress.checkpoint : Checkpoint(stepsDone: done)
    retryState = retryStateBefore
  }

  /// Keeps the opening of `old`. A latest date that the submission does not name, such as the default, is counted from
  /// there, or from now if the window is already open. For a request without a period.
  private mutating func keepOpening(of old: Request, _ submission: Submission, at now: WallTime) {
    let length = window.latest.map { $0 - window.opens }
    window.opens = old.opening
    if submission.latest == nil { window.latest = length.map { max(old.opening, now) + $0 } }
  }

  /// Keeps the earliest date and the time to the latest date of `old`, as far as `amendment` keeps them. For a request
  /// that waits for changes. Throws a refusal if a new latest date is not after the kept earliest date.
  private mutating func keepChangeDates(
    of old: Request, _ submission: Submission, _ amendment: Amendment, at now: WallTime
  ) throws(Refusal) {
    if amendment.keepsLatest {
      progress.changes?.latestAfter = old.latestAfterOpening
    } else if amendment.keepsEarliest, submission.latest != nil,
      let lengthFromNow = progress.changes?.latestAfter
    {
      let kept = Window(opens: max(old.opening, now), latest: now + lengthFromNow)
      try checkOrder(of: kept, keepsIntervals: false)
      progress.changes?.latestAfter = kept.latest.map { $0 - kept.opens }
    }
    if amendment.keepsEarliest { progress.changes?.earliest = old.opening }
    // A request that already waited for changes keeps the window of its present change.
    window.opens = old.isObserver ? old.window.opens : progress.changes?.earliest ?? window.opens
  }

  /// Sets the period and its present window, with the dates of `old` that `amendment` keeps: first the beginning of the
  /// intervals, then the length of the windows, then the present window. A period equal to the one of `old` also keeps
  /// its window.
  ///
  /// - Parameter fresh: The period that a new request with the changed options would have.
  private mutating func keepPeriod(
    _ fresh: Period, of old: Request, _ submission: Submission, _ amendment: Amendment,
    _ settings: Settings
  ) throws(Refusal) {
    var period = fresh
    let hasOrHadCalendar = !fresh.calendar.isEmpty || old.period?.calendar.isEmpty == false
    if hasOrHadCalendar {
      // The dates of another calendar are unrelated to the old ones, so only those of the same calendar are kept, and
      // an earliest date.
      if let kept = old.period, amendment.keepsEarliest, kept.keepsTime(with: fresh) {
        period = kept
        period.flex = fresh.flex
        period.latestAfter = fresh.latestAfter
      } else if amendment.keepsEarliest, !fresh.calendar.isEmpty {
        period = try old.putOff(fresh)
      }
    } else if amendment.keepsEarliest {
      period =
        old.period.map { $0.with(every: fresh.every, flex: fresh.flex) } ?? fresh.begun(at: old)
      period.latestAfter = fresh.latestAfter
    }
    if amendment.keepsLatest, !derivesLatest(from: old, amendment) {
      // In a calendar, the flex is the length of windows. The change can set it, or take it away.
      let flexIsLength = !period.calendar.isEmpty && (fresh.flex != nil || old.period?.flex != nil)
      period.latestAfter = flexIsLength ? fresh.flex : old.latestAfter(for: period)
    }
    let rest = rest(in: period.every, settings)
    let atLatest = window.atLatest
    if amendment.keepsEarliest, case .at(let date) = submission.latest {
      // The date is the end of the present window, and sets the length of later ones. The intervals are compared
      // without a latest date, which also decides the interval of the window.
      period.latestAfter = old.period?.latestAfter
      let keepsOpening = period == old.period
      period.latestAfter = nil
      window = keepsOpening ? old.window : period.window(atLatest: atLatest, rest: rest)
      period.latestAfter = date - window.intervalBegin(in: period)
      window.latest = date
    } else if period == old.period {
      window = old.window
    } else {
      window = period.window(atLatest: atLatest, rest: rest)
    }
    window.atLatest = atLatest
    if amendment.keepsEarliest { period.earliest = old.namedEarliest }
    self.period = period
  }

  /// Whether the latest date follows from the exact time, since neither the change nor `old` names one. A latest date
  /// of `old` that itself followed from its exact time is none that was named.
  private func derivesLatest(from old: Request, _ amendment: Amendment) -> Bool {
    guard isExact, amendment.keepsLatest else { return false }
    let oldLength = old.period == nil ? old.latestAfterOpening : old.period?.latestAfter
    let wasDerived =
      old.isExact && old.window.atLatest == .drop && oldLength == SubmissionCheck.exactWindow
    return oldLength == nil || wasDerived
  }

  /// Throws a refusal if the latest date is not after the opening: a kept date and a new one can contradict each other.
  ///
  /// - Parameter keepsIntervals: Whether the opening belongs to the intervals from before the change, so that it can
  ///   differ from the earliest date.
  private func checkOrder(of window: Window, keepsIntervals: Bool) throws(Refusal) {
    guard let latest = window.latest, latest <= window.opens else { return }
    if keepsIntervals {
      throw Refusal(
        .invalid, field: "latest", value: UniversalTime.text(latest),
        message: "latest (\(UniversalTime.text(latest))) is not after the beginning of the present"
          + " window (\(UniversalTime.text(window.opens))); give a later latest date, or a duration"
          + " such as 2h")
    }
    throw Refusal(
      .invalid, field: "latest", value: UniversalTime.text(latest),
      message: "latest (\(UniversalTime.text(latest))) is not after `earliest`"
        + " (\(UniversalTime.text(window.opens))); give a later latest date, or an earlier"
        + " `earliest`"
    )
  }
}

extension Request {
  /// The time before which no run begins; a request that waits for changes or for other requests also has a window for
  /// each of these events.
  package var opening: WallTime {
    progress.changes?.earliest ?? progress.predecessors?.earliest ?? window.opens
  }

  /// Returns the time from which a time of day as the latest date of a change is counted: if the request repeats in
  /// intervals, the beginning of the interval of its window, which a rest can open later; otherwise its opening. If it
  /// has not repeated before, the first window with a flex opens after the opening.
  ///
  /// - Parameter terms: The terms after the change, which can have another interval.
  package func startOfLatest(with terms: Terms) -> WallTime {
    guard let every = terms.every else { return opening }
    guard let period else { return opening + (terms.flex.map { every - $0 } ?? .zero) }
    guard period.calendar.isEmpty else { return opening }
    let changed = period.with(every: every, flex: terms.flex)
    return changed == period ? window.intervalBegin(in: period) : changed.begins
  }

  /// Whether its latest date is counted from a change, or from the end of the requests that it follows.
  package var countsLatestFromEvent: Bool {
    isObserver || progress.predecessors?.latestAfter != nil
  }

  /// The time from then to its latest date; `nil` if it is not known in advance.
  package var latestAfterOpening: Duration? {
    if isObserver { return progress.changes?.latestAfter }
    return progress.predecessors?.latestAfter ?? window.latest.map { $0 - window.opens }
  }

  /// Returns its latest date for a window that opens at `moment`; `nil` if there is none. The latest date of a request
  /// that waits for an event is counted from `moment`.
  fileprivate func latestDate(for moment: WallTime) -> WallTime? {
    countsLatestFromEvent ? latestAfterOpening.map { moment + $0 } : window.latest
  }

  /// Returns the time from the beginning of windows of `other`, its changed period, to its latest date; `nil` if there
  /// is none. Work of the night that begins at another time ends at the same time as before.
  fileprivate func latestAfter(for other: Period) -> Duration? {
    guard let period else {
      if countsLatestFromEvent { return latestAfterOpening }
      // The first date of a calendar can be later than the latest date. Its windows are then as long as the present one.
      return window.latest.map {
        $0 > other.begins || other.calendar.isEmpty ? $0 - other.begins : $0 - window.opens
      }
    }
    guard let length = period.latestAfter, length < period.every, period.every == other.every,
      period.calendar.isEmpty, other.calendar.isEmpty
    else { return period.latestAfter }
    // The former end of windows, moved by whole intervals to the first such time after the beginning of the changed
    // ones.
    return (period.begins + length - other.begins).remainder(upTo: period.every)
  }
}

extension Window {
  /// Returns the beginning of its interval, from which the length of windows is counted. A rest can have moved the
  /// window within the present interval of `period`, or to the next one.
  package func intervalBegin(in period: Period) -> WallTime {
    guard period.calendar.isEmpty else { return min(period.begins, opens) }
    let next = period.begins + period.every
    return opens >= next ? next : min(period.begins, opens)
  }
}

extension Period {
  /// Returns the period with other intervals, counted from the beginning of the first one. The present interval is then
  /// the first one that begins after the previous start. Returns the period unchanged if the intervals are the same.
  fileprivate func with(every: Duration, flex: Duration?) -> Period {
    guard every != self.every || flex != self.flex else { return self }
    var changed = self
    changed.every = every
    // First without a flex, so that `anchor` is the beginning of the whole interval.
    changed.flex = nil
    changed.anchor = anchor - lead
    changed.begins = previousStart.map { changed.nextIntervalStart(after: $0) } ?? changed.anchor
    // Then with the flex, so that both are the beginning of the part in which runs can start.
    changed.flex = flex
    changed.anchor = changed.anchor + changed.lead
    changed.begins = changed.begins + changed.lead
    return changed
  }

  /// Returns the period with its first window at the earliest date of `old`, a request that did not repeat.
  fileprivate func begun(at old: Request) -> Period {
    var begun = self
    begun.anchor = old.opening + lead
    begun.begins = begun.anchor
    return begun
  }
}

extension Command {
  /// Whether these steps execute the same; a command without steps is its own first step.
  fileprivate func isSame(as other: Command, inSteps range: Range<Int>) -> Bool {
    unit == other.unit
      && range.allSatisfy { arguments(ofStep: $0).exact == other.arguments(ofStep: $0).exact }
  }
}
