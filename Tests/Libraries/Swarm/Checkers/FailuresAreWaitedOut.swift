import Scheduling

/// After a failure the same command does not begin again before its first delay is over, whoever submits
/// it again, and when. Its next window, another command, a success, a boot, `retry` or `unquarantine` free it.
final class FailuresAreWaitedOut: Checker {
  private struct Failure {
    var command: [[String]]
    var run: RunID
    var at: AwakeTime
    var delay: Duration
  }

  private var failures: [RequestKey: Failure] = [:]
  /// What each run that lives executes, with all of its steps, and the first delay that was asked for.
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

  /// The wake that has failed is given up: what changed meanwhile is another, though its window may be the same.
  private func isNextWake(_ request: Request, after before: Request) -> Bool {
    before.progress.changes?.begun != nil && request.progress.changes?.begun == nil
  }

  /// Whoever submits it again may ask for a shorter delay, and again for a longer one, which counts from
  /// the next failure on.
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
      // It counts for what was submitted during the run, whatever its command.
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
