import Scheduling
import Stepping

/// A run that was stopped by hand ends with that stop reason, for any reason text. It is not recorded as cancelled. The
/// request does not start again before its delay has passed, except in its next window.
final class StopsByHandAreTheUsers: Checker {
  private struct Rest {
    var sequence: Int64
    var until: AwakeTime
  }

  /// Runs that were stopped by hand before they had another stop reason.
  private var stopped: Set<RunID> = []
  private var resting: [RequestKey: Rest] = [:]

  func takes(_ event: Event, in life: Life) {
    switch event {
    case .stop(let key, let reason, _) where reason.isByHand:
      guard let run = life.stepper?.core.run(of: key) else { return }
      switch run.phase {
      case .launching, .running, .deferring, .frozen: stopped.insert(run.id)
      case .expiring, .killed, .ended: break
      }
    case .unquarantine(let key, _), .retry(let key, _): resting[key] = nil
    default: break
    }
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRequest(let request) in changes {
      guard let before = record.requests[request.key], before.sequence == request.sequence,
        before.window != request.window
      else { continue }
      resting[request.key] = nil
    }
    for case .putRun(let run) in changes {
      guard let ending = run.ending, stopped.remove(run.id) != nil else { continue }
      if ending.stopReason?.isByHand != true || ending.outcome == .cancelled {
        life.fail(
          self,
          "run \(run.id) of \(run.key.id) was stopped by hand, and is recorded as"
            + " \(ending.outcome), \(ending.stopReason?.full ?? "for nothing")")
      }
      let isDone = ending.exit == 0 && !ending.wasKilled
      guard !isDone, !run.isForced, let request = record.requests[run.key] else { continue }
      resting[run.key] = Rest(
        sequence: run.sequence, until: life.now.awake + request.firstBackoff)
    }
  }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    guard let rest = resting[run.key] else { return }
    let isEarly = rest.sequence == run.sequence && !run.isForced && life.now.awake < rest.until
    if isEarly {
      life.fail(
        self,
        "run \(run.id) of \(run.key.id) starts \(rest.until - life.now.awake) too early after a stop"
      )
    }
    resting[run.key] = nil
  }

  /// A stop that was not recorded is not repeated.
  func dies(in life: Life) { stopped = [] }
  func failsToCommit(in life: Life) { stopped = [] }

  func reboots(in life: Life) { resting = [:] }
}
