// The moment at which a sleeping machine is woken for a request.
extension Request {
  /// Returns the moment from which the request is late: its exact time, its latest date, or the end of its interval.
  /// `nil` if it has none of them.
  func lateMoment(_ settings: Settings) -> WallTime? {
    isExact ? window.opens : window.latest ?? settings.interval(of: self)?.latest
  }

  /// Returns the last moment at which the machine can be woken so that a run still ends in time; `nil` if the request
  /// wakes no machine, cannot be late, or waits for an event that no time brings.
  ///
  /// - Parameter budget: The budget of its next run. Twice the usual length of its runs replaces it if they are known.
  func lastTimelyWake(budget: Duration, _ settings: Settings) -> WallTime? {
    guard terms.run.wakesMachine, !progress.checkpoint.isQuarantined, !awaitsChange,
      !awaitsPredecessors, let late = lateMoment(settings)
    else { return nil }
    // It must start at this time, not end by it.
    if isExact { return late }
    let length = progress.history.medianLength.map { min($0 * 2, budget) } ?? budget
    let lead = min(length, WakeTimes.longestRun) + WakeTimes.settling
    return max(window.opens, late - lead)
  }
}
