@testable import Scheduling

extension Snapshot {
  /// Applies a change as a store does.
  mutating func apply(_ change: Change) {
    switch change {
    case .putRequest(let request):
      requests.removeAll { $0.key == request.key }
      requests.append(request)
      nextSequence = max(nextSequence, request.sequence + 1)
    case .removeRequest(let key):
      requests.removeAll { $0.key == key }
    case .keepExecuted(let request):
      executed.removeAll { $0.sequence == request.sequence }
      executed.append(request)
    case .putApp(let app):
      apps.removeAll { $0.key == app.key }
      apps.append(app)
    case .removeApp(let key):
      apps.removeAll { $0.key == key }
    case .putRun(let run):
      liveRuns.removeAll { $0.id == run.id }
      if run.ending == nil { liveRuns.append(run) } else { noteEnd(of: run) }
      nextRun = max(nextRun, run.id + 1)
    case .zone(let seconds):
      zoneSeconds = seconds
    case .learn(let new):
      learned.removeAll { $0.name == new.name }
      learned.append(new)
    case .device(_, let state, _):
      device = state
    case .override(let new):
      overrides = new
    case .putProcess(let process):
      processes.removeAll { $0.id == process.id }
      processes.append(process)
      nextRun = max(nextRun, process.id + 1)
    case .removeProcess(let id):
      processes.removeAll { $0.id == id }
    case .past, .putFailureCommand, .removeFailureCommand: break
    }
  }

  /// Whether the request of `key` has failed permanently.
  func hasFailed(_ key: RequestKey) -> Bool {
    requests.contains { $0.key == key && $0.progress.gaveUp != nil }
  }

  private mutating func noteEnd(of run: Run) {
    executed.removeAll { $0.sequence == run.sequence }
    var last = LastRuns(lastRuns)
    last.note(run)
    lastRuns = last.all
  }
}
