extension Scheduler {
  /// What the submitter of `request` should know.
  func warnings(on request: Request) -> [Warning] {
    [
      shortWindow(of: request), missingLatestDate(of: request), longRefresh(request),
      ignoredExpiration(of: request),
    ].compactMap(\.self)
  }

  private func shortWindow(of request: Request) -> Warning? {
    let window = request.window.latest.map { $0 - request.window.opens }
    guard request.kind != .userInitiated,
      let length = [window, request.period?.flex].compactMap(\.self).min(),
      length < settings.shortWindow
    else { return nil }
    return Warning(
      code: .shortWindow,
      text: "its window of \(length.notation) leaves little to choose a moment from;"
        + " for work at a fixed time a systemd timer is the tool")
  }

  private func missingLatestDate(of request: Request) -> Warning? {
    guard request.kind == .refresh, request.window.latest == nil else { return nil }
    return Warning(
      code: .noLatestDate,
      text: "a refresh without a latest date may never run; give --latest if it must")
  }

  private func longRefresh(_ request: Request) -> Warning? {
    guard request.kind == .refresh, let length = request.history.medianLength,
      length > settings.longRefresh
    else { return nil }
    return Warning(
      code: .longRefresh,
      text: "its last runs took \(Int(bounded: length.seconds.rounded())) s each (median);"
        + " for work of that length --kind processing is the tool")
  }

  private func ignoredExpiration(of request: Request) -> Warning? {
    guard request.history.ignoresWarnings else { return nil }
    let count = request.history.warnedEnds.count
    return Warning(
      code: .ignoresExpiration,
      text: "so far each run that was warned had to be killed"
        + " (\(count) of the last \(count)); stop in time on the signal that announces the end")
  }
}

extension RunHistory {
  /// Takes the end of a run; one that was interrupted, or never started, tells nothing.
  mutating func note(_ run: Run, _ ended: Ending, at now: Instant) {
    lastEnd = LastEnd(ended.outcome, ended.stopReason)
    guard ended.outcome != .interrupted, ended.outcome != .skipped else { return }
    note(length: now.awake - run.started.awake, warnedEnd: WarnedEnd(of: run))
  }
}

extension RunHistory.WarnedEnd {
  /// As `run` was when its last process was gone; nil where it was not warned.
  fileprivate init?(of run: Run) {
    switch run.phase {
    case .expiring: self = .stopped
    case .killed(let reason) where reason != .launchTimeout: self = .killed
    case .launching, .running, .deferring, .frozen, .killed, .ended: return nil
    }
  }
}
