import Scheduling

/// A request with predecessors starts after each of them has completed since the request was accepted. A repeating
/// request starts after each has completed since the beginning of its own last completed run. Forced runs are ignored.
final class NothingStartsBeforeItsPredecessors: Checker {
  private struct Dependent {
    /// The number of completions of each predecessor that are used up.
    var used: [RequestKey: Int]
    /// The number of completions of each predecessor when the present run began.
    var begun: [RequestKey: Int] = [:]
  }

  /// The number of durable ends of commands that may be completions.
  private var completions: [RequestKey: Int] = [:]
  /// The requests that are queued or have failed.
  private var known: [RequestKey: Request] = [:]
  private var dependents: [RequestKey: Dependent] = [:]
  private var ended: Set<RunID> = []

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var walk = CommitWalk(record)
    for change in changes {
      switch walk.take(change) {
      case .request(let request, _): put(request)
      case .removed(let key):
        known[key] = nil
        dependents[key] = nil
      case .begins(let run, let request): begin(run, request, in: life)
      case .ended(let run, _): put(run)
      case .other: break
      }
    }
  }

  private func put(_ request: Request) {
    let old = known.updateValue(request, forKey: request.key)
    guard request.isDependent else {
      dependents[request.key] = nil
      return
    }
    let before = old.flatMap { dependents[$0.key]?.used } ?? [:]
    if old?.sequence == request.sequence, dependents[request.key] != nil { return }
    var used: [RequestKey: Int] = [:]
    for id in request.terms.needs.predecessors.toComplete {
      let key = RequestKey(owner: request.key.owner, app: nil, id: id)
      let isQueued = known[key].map { $0.progress.gaveUp == nil } ?? false
      // A predecessor that has completed and no longer exists counts once.
      used[key] = before[key] ?? (completions[key] ?? 0) - (isQueued ? 0 : 1)
    }
    dependents[request.key] = Dependent(used: used)
  }

  private func put(_ run: Run) {
    guard let ending = run.ending, ended.insert(run.id).inserted else { return }
    guard ending.outcome == .completed || ending.exit == 0 else { return }
    completions[run.key, default: 0] += 1
    // A run that was killed may be tried again, whatever its exit status.
    guard ending.outcome == .completed, let begun = dependents[run.key]?.begun, !run.isForced else {
      return
    }
    // It does not repeat with a predecessor whose only end came before the predecessor repeated.
    let repeating = known[run.key]?.progress.predecessors?.repeating ?? []
    for (key, count) in begun where repeating.contains(key.id) {
      dependents[run.key]?.used[key] = count
    }
  }

  /// Checks a run that begins. Only completions earlier in the commit count: a predecessor may end again later in the
  /// same commit.
  private func begin(_ run: Run, _ request: Request?, in life: Life) {
    guard !run.isForced, request?.isDependent == true, let dependent = dependents[run.key] else {
      return
    }
    for (key, used) in dependent.used where (completions[key] ?? 0) <= used {
      life.fail(self, "\(run.key.id) starts, and \(key.id), which it follows, has not completed")
    }
    for key in dependent.used.keys { dependents[run.key]?.begun[key] = completions[key] ?? 0 }
  }
}
