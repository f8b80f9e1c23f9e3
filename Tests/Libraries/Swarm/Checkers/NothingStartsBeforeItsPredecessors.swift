import Scheduling

/// A request that follows others starts after each of them has completed: since it was accepted, and if they repeat, since its
/// last run that completed began. A run that is forced is no sign of anything.
final class NothingStartsBeforeItsPredecessors: Checker {
  private struct Dependent {
    /// The completions of each predecessor that are used up.
    var used: [RequestKey: Int]
    /// The completions of each predecessor when its present run began.
    var begun: [RequestKey: Int] = [:]
  }

  /// The durable ends of commands that may be completions.
  private var completions: [RequestKey: Int] = [:]
  /// The requests that are queued or have failed.
  private var known: [RequestKey: Request] = [:]
  private var dependents: [RequestKey: Dependent] = [:]
  private var (begun, ended): (Set<RunID>, Set<RunID>) = ([], [])

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes {
      switch change {
      case .putRequest(let request): put(request)
      case .removeRequest(let key):
        known[key] = nil
        dependents[key] = nil
      case .putRun(let run) where run.ending == nil: begin(run, in: life)
      case .putRun(let run): put(run)
      default: break
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
      // One that has completed and is gone counts once.
      used[key] = before[key] ?? (completions[key] ?? 0) - (isQueued ? 0 : 1)
    }
    dependents[request.key] = Dependent(used: used)
  }

  private func put(_ run: Run) {
    guard let ending = run.ending, ended.insert(run.id).inserted else { return }
    guard ending.outcome == .completed || ending.exit == 0 else { return }
    completions[run.key, default: 0] += 1
    // A run that was killed may be tried again, whatever its exit.
    guard ending.outcome == .completed, let begun = dependents[run.key]?.begun, !run.isForced else {
      return
    }
    for (key, count) in begun where known[key]?.isStanding == true {
      dependents[run.key]?.used[key] = count
    }
  }

  /// A run begins. Its place in the commit counts: a predecessor may end again behind it, in the same commit.
  private func begin(_ run: Run, in life: Life) {
    guard begun.insert(run.id).inserted, !run.isForced, let request = known[run.key],
      request.isDependent, request.sequence == run.sequence, let dependent = dependents[run.key]
    else { return }
    for (key, used) in dependent.used where (completions[key] ?? 0) <= used {
      life.fail(self, "\(run.key.id) starts, and \(key.id), which it follows, has not completed")
    }
    for key in dependent.used.keys { dependents[run.key]?.begun[key] = completions[key] ?? 0 }
  }
}
