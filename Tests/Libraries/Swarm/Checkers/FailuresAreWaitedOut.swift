import Scheduling

/// After a failure the same command does not start again before the first delay of the request has passed, even if the
/// request is submitted again. The next window, another command, a success, a boot, `retry` or `unquarantine` end the
/// delay.
final class FailuresAreWaitedOut: Checker {
  private struct Failure {
    var command: [[String]]
    var run: RunID
    var at: AwakeTime
    var delay: Duration
  }

  private var failures: [RequestKey: Failure] = [:]
  /// The command and steps of each live run, and the requested first delay.
  private var begun: [RunID: (command: [[String]], delay: Duration)] = [:]

  func takes(_ event: Event, in life: Life) {
    switch event {
    case .unquarantine(let key, _), .retry(let key, _): failures[key] = nil
    default: break
    }
  }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    let command = Self.command(of: request)
    begun[run.id] = (command, request.firstBackoff)
    guard run.stepStarted == run.started.awake, !run.isForced, let failure = failures[run.key],
      failure.command == command,
      run.started.awake < failure.at + min(failure.delay, request.firstBackoff)
    else { return }
    life.fail(
      self, "run \(run.id) of \(run.key.id) begins too early after run \(failure.run) has failed")
  }

  private static func command(of request: Request) -> [[String]] {
    [request.terms.command.arguments] + request.terms.command.steps.map(\.arguments)
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes {
      switch change {
      case .putRun(let run):
        if let ending = run.ending { note(run, ending, record, life) }
        if let waiting = record.requests[run.key] { shorten(waiting) }
      case .putRequest(let request):
        shorten(request)
        guard let before = record.requests[request.key], before.sequence == request.sequence,
          before.window != request.window || isNextWake(request, after: before)
        else { continue }
        failures[request.key] = nil
      default: break
      }
    }
  }

  /// Whether the failed wake was given up. The changes since then cause another wake, possibly in the same window.
  private func isNextWake(_ request: Request, after before: Request) -> Bool {
    before.progress.changes?.begun != nil && request.progress.changes?.begun == nil
  }

  /// Shortens the delay of the last failure to the first delay of the request. A new submission can name a shorter
  /// delay. A longer delay applies from the next failure on.
  private func shorten(_ request: Request) {
    guard let failure = failures[request.key] else { return }
    failures[request.key]?.delay = min(failure.delay, request.firstBackoff)
  }

  private func note(_ run: Run, _ ending: Ending, _ record: Record, _ life: Life) {
    let begun = begun.removeValue(forKey: run.id)
    switch ending.outcome {
    case .completed: failures[run.key] = nil
    case .failed, .crashed, .outOfMemory, .retryLater:
      guard !run.isForced, let begun else { return }
      // The failure also delays another command that was submitted during the run. The checker does not follow that
      // delay.
      if let next = record.requests[run.key], next.sequence != run.sequence,
        Self.command(of: next) != begun.command
      {
        failures[run.key] = nil
        return
      }
      failures[run.key] = Failure(
        command: begun.command, run: run.id, at: life.now.awake, delay: begun.delay)
    default: break
    }
  }

  func reboots(in life: Life) {
    (failures, begun) = ([:], [:])
  }
}
