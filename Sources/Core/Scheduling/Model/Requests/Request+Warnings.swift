extension Request {
  /// Returns the warnings for its submitter.
  func warnings(_ settings: Settings) -> [Warning] {
    [
      listOfTimes, shortWindow(settings), missingLatestDate, urgentPeriod, longRefresh(settings),
      ignoredExpiration,
    ].compactMap(\.self)
  }

  /// The warning of a calendar event whose times of day are other ones than they seem to be; `nil` if there is none.
  private var listOfTimes: Warning? {
    let text = terms.calendar.compactMap(\.warning).first
    return text.map { Warning(code: .listOfTimes, text: $0) }
  }

  /// Returns a warning if the window, or the flex of periodic work, is shorter than `settings.shortWindow`; otherwise
  /// `nil`, also for work that a user waits for.
  private func shortWindow(_ settings: Settings) -> Warning? {
    let windowLength = window.latest.map { $0 - window.opens }
    guard terms.kind != .userInitiated, !isExact,
      let length = [windowLength, period?.flex].compactMap(\.self).min(),
      length < settings.shortWindow
    else { return nil }
    return Warning(
      code: .shortWindow,
      text: "its window of \(length.notation) leaves little choice;"
        + " for work at a fixed time, use --exact")
  }

  /// The warning of a refresh without a latest date; `nil` if it has one, or is due at a date.
  private var missingLatestDate: Warning? {
    guard terms.kind == .refresh, window.latest == nil, terms.task?.due == nil, !isExact else {
      return nil
    }
    return Warning(
      code: .noLatestDate,
      text: "a refresh without a latest date may never run; give --latest if it must")
  }

  /// The warning of work for a user that repeats, although no user waits for it each time; `nil` for other requests. A
  /// notification also has this kind, but starts no command.
  private var urgentPeriod: Warning? {
    guard terms.kind == .userInitiated, let every = period?.every, terms.task == nil, !isExact
    else {
      return nil
    }
    return Warning(
      code: .urgentPeriod,
      text: "kind userInitiated is for work that a user waits for, and this repeats every"
        + " \(every.notation), also on a low battery and while the device is in use;"
        + " use --kind utility unless it must not wait")
  }

  /// Returns a warning if the last runs of a refresh had a median length above `settings.longRefresh`; otherwise `nil`.
  private func longRefresh(_ settings: Settings) -> Warning? {
    guard terms.kind == .refresh, let length = progress.history.medianLength,
      length > settings.longRefresh
    else { return nil }
    return Warning(
      code: .longRefresh,
      text: "its last runs took \(Int(bounded: length.seconds.rounded())) s each (median);"
        + " for work of that length, use --kind processing")
  }

  /// The warning that every warned run had to be killed; `nil` if one stopped in time, or none was warned.
  private var ignoredExpiration: Warning? {
    guard progress.history.ignoresWarnings else { return nil }
    let count = progress.history.warnedEnds.count
    return Warning(
      code: .ignoresExpiration,
      text: "every run that received the warning was killed"
        + " (\(count) of the last \(count)); exit on the signal that announces the end of the budget"
    )
  }
}

extension RunHistory {
  /// Records the end of `run`: its outcome, its length, and its end after a warning. A run that was interrupted, or
  /// never started, adds only the outcome.
  mutating func noteEnd(of run: Run, _ ended: Ending, at now: Instant) {
    lastEnd = LastEnd(ended.outcome, ended.stopReason)
    guard ended.outcome != .interrupted, ended.outcome != .skipped else { return }
    // After a boot, the awake time of the start has no meaning.
    let length = max(.zero, now.awake - run.started.awake)
    note(length: length, warnedEnd: WarnedEnd(of: run))
  }
}

extension RunHistory.WarnedEnd {
  /// Creates the end of a warned `run` from its phase when its last process exits; `nil` if it was not warned.
  fileprivate init?(of run: Run) {
    switch run.phase {
    case .expiring: self = .stopped
    // A command that did not start in time cannot handle a warning, so its end does not count.
    case .killed(let reason) where reason != .launchTimeout: self = .killed
    case .launching, .running, .deferring, .frozen, .killed, .ended: return nil
    }
  }
}
