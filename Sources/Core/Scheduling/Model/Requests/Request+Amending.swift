// A request that was changed: what it keeps of the one that it was.
extension Request {
  /// Takes over the dates that were not named, and what `old` has learned.
  mutating func amend(
    _ old: Request, _ submission: Submission, _ amendment: Amendment, _ settings: Settings,
    at now: Instant
  ) throws(Refusal) {
    progress.lastSuccess = old.progress.lastSuccess
    if amendment.keepsEarliest { submitted = old.submitted }
    keepCheckpoint(of: old)
    if isObserver {
      keepChangeDates(of: old, amendment)
    } else if let fresh = period {
      try keepPeriod(fresh, of: old, submission, amendment, settings)
    } else {
      if amendment.keepsEarliest { window.opens = old.opening }
      if amendment.keepsLatest { window.latest = old.latestDate(for: window.opens) }
    }
    try checkOrder(of: window)
  }

  /// How far its steps have come, as long as those are the same that are done, and its own record where the next step
  /// is the same, too.
  private mutating func keepCheckpoint(of old: Request) {
    let state = retryState
    let done = old.progress.checkpoint.stepsDone
    guard done < terms.command.stepCount,
      terms.command.isSame(as: old.terms.command, inSteps: 0..<done)
    else { return }
    progress.checkpoint =
      terms.command.isSame(as: old.terms.command, inSteps: done..<done + 1)
      ? old.progress.checkpoint : Checkpoint(stepsDone: done)
    retryState = state
  }

  private mutating func keepChangeDates(of old: Request, _ amendment: Amendment) {
    if amendment.keepsEarliest { progress.changes?.earliest = old.opening }
    if amendment.keepsLatest { progress.changes?.latestAfter = old.latestAfterOpening }
    window.opens = old.isObserver ? old.window.opens : progress.changes?.earliest ?? window.opens
  }

  /// - Parameter fresh: Its period as it is where nothing was there before.
  private mutating func keepPeriod(
    _ fresh: Period, of old: Request, _ submission: Submission, _ amendment: Amendment,
    _ settings: Settings
  ) throws(Refusal) {
    var period = fresh
    if amendment.keepsEarliest {
      period =
        old.period.map { $0.with(every: fresh.every, flex: fresh.flex) } ?? fresh.begun(at: old)
      period.latestAfter = fresh.latestAfter
    }
    if amendment.keepsLatest { period.latestAfter = old.latestAfter(for: period) }
    let (rest, atLatest) = (rest(in: period.every, settings), window.atLatest)
    let isAsBefore = period == old.period
    var next = isAsBefore ? old.window : period.window(atLatest: atLatest, rest: rest)
    next.atLatest = atLatest
    if amendment.keepsEarliest, case .at(let date) = submission.latest {
      // It names the end of the window that waits, and by that the length of those to come.
      next.latest = date
      period.latestAfter = date - next.opens
    }
    (self.period, window) = (period, next)
  }

  private func checkOrder(of window: Window) throws(Refusal) {
    guard let latest = window.latest, latest <= window.opens else { return }
    throw Refusal(
      .invalid, field: "latest", value: UniversalTime.text(latest),
      message: "latest (\(UniversalTime.text(latest))) is not after earliest"
        + " (\(UniversalTime.text(window.opens))); give a later latest date, or an earlier earliest"
    )
  }
}

extension Request {
  /// Before when no run begins: what waits for changes has a window of its own for each.
  package var opening: WallTime { progress.changes?.earliest ?? window.opens }

  /// How long after that its latest date is, where that is known beforehand.
  package var latestAfterOpening: Duration? {
    isObserver ? progress.changes?.latestAfter : window.latest.map { $0 - window.opens }
  }

  /// Its latest date for a window that opens at `moment`.
  fileprivate func latestDate(for moment: WallTime) -> WallTime? {
    isObserver ? latestAfterOpening.map { moment + $0 } : window.latest
  }

  /// How long after the beginning of the windows of `period` its latest date is: work of the night that begins at
  /// another time ends at the time that it ended at.
  fileprivate func latestAfter(for other: Period) -> Duration? {
    guard let period else {
      return isObserver ? latestAfterOpening : window.latest.map { $0 - other.begins }
    }
    guard let length = period.latestAfter, length < period.every, period.every == other.every else {
      return period.latestAfter
    }
    let every = max(1, period.every.nanoseconds)
    let offset = (period.begins + length - other.begins).nanoseconds
    let rest = ((offset - 1) % every + every) % every
    return .nanoseconds(rest + 1)
  }
}

extension Period {
  /// The same rhythm with other intervals, counted from where the first of them began.
  fileprivate func with(every: Duration, flex: Duration?) -> Period {
    guard every != self.every || flex != self.flex else { return self }
    var whole = self
    (whole.every, whole.flex) = (every, nil)
    whole.anchor = anchor - lead
    whole.begins = after.map { whole.interval(after: $0) } ?? whole.anchor
    whole.flex = flex
    whole.anchor = whole.anchor + whole.lead
    whole.begins = whole.begins + whole.lead
    return whole
  }

  /// With its first window where `old`, which did not repeat, would have begun.
  fileprivate func begun(at old: Request) -> Period {
    var begun = self
    begun.anchor = old.opening + lead
    begun.begins = begun.anchor
    return begun
  }
}

extension Command {
  /// Whether these steps execute the same; a command alone is its own first step.
  fileprivate func isSame(as other: Command, inSteps range: Range<Int>) -> Bool {
    unit == other.unit
      && range.allSatisfy { arguments(ofStep: $0).exact == other.arguments(ofStep: $0).exact }
  }
}
