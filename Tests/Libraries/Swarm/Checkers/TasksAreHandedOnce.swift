import Scheduling
import Stepping

/// At most one process per app that the daemon has started is alive. A task is delivered after its run is durable, to
/// the process that the run names, while that process is not frozen. A task ends once. A task that was stopped before
/// its delivery, or whose process ended before it called the handler, is queued again.
final class TasksAreHandedOnce: Checker {
  private var ended: Set<RunID> = []

  func launches(_ process: AppProcess, in life: Life) {
    guard life.store.record.processes[process.id] != nil else {
      return life.fail(self, "process \(process.id) starts, and is not in the store")
    }
    for other in life.apps.alive where other.app == process.app && !other.isUsers {
      life.fail(
        self,
        "process \(process.id) of \(process.app.id) starts while process \(other.id ?? 0) is running"
      )
    }
  }

  func delivers(_ run: Run, in life: Life) {
    guard let recorded = life.store.record.liveRuns[run.id] else {
      return life.fail(
        self, "run \(run.id) of \(run.key.id) is handed over, and is not in the store")
    }
    guard let id = run.process, recorded.process == id else {
      return life.fail(self, "run \(run.id) of \(run.key.id) is handed to another process")
    }
    if life.apps[id]?.isFrozen == true {
      life.fail(self, "run \(run.id) of \(run.key.id) is handed to a frozen process")
    }
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRun(let run) in changes where run.process != nil {
      guard run.ending != nil else { continue }
      if case .push(let payload) = run.task, !payload.isEmpty {
        life.fail(self, "run \(run.id) has ended, and what its notification said is kept")
      }
      if !ended.insert(run.id).inserted {
        life.fail(self, "run \(run.id) of \(run.key.id) ends twice")
      }
      if isConsumed(run), life.apps.lost.contains(run.id) {
        life.fail(
          self,
          "run \(run.id) of \(run.key.id) is consumed, and its process never called its handler")
      }
    }
    for case .putRun(let run) in changes
    where run.wasNotDelivered && run.ending?.outcome == .expired && waitsAgain(run, life) {
      let waits = changes.contains { change in
        if case .putRequest(let request) = change { request.key == run.key } else { false }
      }
      if !waits, record.requests[run.key] == nil {
        life.fail(
          self, "run \(run.id) of \(run.key.id) ended before its delivery, and is not queued again")
      }
    }
    if ended.count > 512, let last = ended.max() { ended = ended.filter { $0 > last - 64 } }
  }

  /// Whether the run has ended with an outcome after which its task is not tried again.
  private func isConsumed(_ run: Run) -> Bool {
    // The wake for an observer or for transfers stays owed in any case.
    if [.observer, .transferEvents].contains(run.task?.category) { return false }
    return run.ending?.outcome == .failed || run.ending?.outcome == .crashed
  }

  /// Whether a task that was not delivered is queued again. A fetch ends if its next one was cancelled, a remote
  /// notification if its app is force-quit.
  private func waitsAgain(_ run: Run, _ life: Life) -> Bool {
    switch run.task {
    // An observer stays queued, whatever the outcome of its run.
    case .continued, .fetch, .observer: false
    case .push, .transferEvents:
      life.stepper?.core.app(AppKey(owner: run.key.owner, id: run.key.app ?? ""))?.isForceQuit
        == false
    case .healthResearch, .alarm, .transfer, .notification, .response, nil: true
    }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    guard life.stepper?.retryAt == nil, !life.isStepWanted else { return }
    for run in core.runs {
      guard let id = run.process else { continue }
      if core.process(id) == nil {
        life.fail(
          self, "run \(run.id) of \(run.key.id) belongs to process \(id), which no longer exists")
      }
    }
    for process in core.processes { compare(process, life) }
    for process in life.apps.alive where !process.isUsers && process.killed == nil {
      guard let id = process.id, core.process(id) == nil else { continue }
      life.fail(
        self, "process \(id) of \(process.app.id) is running and the daemon does not know it")
    }
  }

  private func compare(_ process: AppProcess, _ life: Life) {
    guard !process.isUsers, process.state != .waiting else { return }
    guard let alive = life.apps[process.id] else {
      if !life.apps.ends.contains(where: { $0.process == process.id }) {
        life.fail(self, "process \(process.id) is believed alive, and nothing of it is left")
      }
      return
    }
    let isSuspended = if case .suspended = process.state { true } else { false }
    if isSuspended != alive.isFrozen, alive.killed == nil {
      life.fail(
        self, "process \(process.id) is \(alive.isFrozen ? "" : "not ")frozen, and \(process.state)"
      )
    }
  }
}
