import Scheduling

/// Steps, tries and crashes rise by one for each end of a run. They start again only with a new request or a new
/// window.
final class CountersAreRight: Checker {
  private var ends: Set<RunID> = []
  private var isUnquarantined = false

  func takes(_ event: Event, in life: Life) {
    switch event {
    case .runEnded(let run, _): ends.insert(run)
    case .unquarantine, .retry: isUnquarantined = true
    default: break
    }
  }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    guard life.store.record.requests[run.key]?.sequence == run.sequence else { return }
    if request.progress.checkpoint.stepsDone != run.step {
      life.fail(
        self,
        "run \(run.id) of \(run.key.id) begins step \(run.step) after \(request.progress.checkpoint.stepsDone)"
      )
    }
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var known: [RequestKey: Request] = [:]
    // A request that was submitted during a run takes over the failure of the run, but is not given up because of that
    // failure. The record of a skipped window is not a run.
    var own: Set<Int64> = []
    // A forced run may complete the step, also for a request that was submitted again meanwhile.
    var completing: Set<RequestKey> = []
    for case .putRun(let run) in changes {
      if let ending = run.ending, ending.outcome != .skipped { own.insert(run.sequence) }
      if run.isForced, run.step > 0 || run.ending?.exit == 0 { completing.insert(run.key) }
    }
    for case .putRequest(let request) in changes {
      defer { known[request.key] = request }
      guard let before = known[request.key] ?? record.requests[request.key],
        before.sequence == request.sequence
      else { continue }
      compare(
        before, request, isOwn: own.contains(request.sequence),
        isCompleted: completing.contains(request.key), life)
    }
  }

  private func compare(
    _ before: Request, _ now: Request, isOwn: Bool, isCompleted: Bool, _ life: Life
  ) {
    let name = "of \(now.key.id) of user \(now.key.owner)"
    let steps = now.progress.checkpoint.stepsDone - before.progress.checkpoint.stepsDone
    if steps > 1 || steps == 1 && ends.isEmpty && life.eventsInStep > 0 {
      life.fail(
        self,
        "the steps done \(name) went from \(before.progress.checkpoint.stepsDone) up by \(steps)")
    }
    for (what, rise) in [
      ("failures", now.progress.failures - before.progress.failures),
      ("tries", now.progress.attempts - before.progress.attempts),
      ("postponements", now.progress.postponements - before.progress.postponements),
      ("crashes", now.progress.checkpoint.crashes - before.progress.checkpoint.crashes),
    ] where rise > 1 {
      life.fail(self, "the \(what) \(name) rose by \(rise) in one commit")
    }
    if now.progress.gaveUp == nil, now.progress.attempts > now.terms.retries + 1, isOwn,
      now.progress.attempts > before.progress.attempts,
      life.now.wall >= now.window.opens, !now.progress.checkpoint.isQuarantined,
      !before.progress.checkpoint.isQuarantined
    {
      life.fail(self, "\(now.progress.attempts) tries \(name), and \(now.terms.retries) retries")
    }
    if before.progress.checkpoint.isQuarantined, !now.progress.checkpoint.isQuarantined,
      !isUnquarantined, steps == 0,
      now.window == before.window, !isCompleted
    {
      life.fail(self, "the quarantine \(name) ended without a call")
    }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    if !ends.isEmpty { ends = [] }
    isUnquarantined = false
  }

  func dies(in life: Life) { (ends, isUnquarantined) = ([], false) }
}
