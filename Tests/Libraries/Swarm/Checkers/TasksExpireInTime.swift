import Scheduling
import Stepping

/// A task expires at the end of its budget; a continued task also 30 s after its last report of progress. The process
/// of the task is killed at the end of the grace, unless a user started the process.
final class TasksExpireInTime: Checker {
  private var patientUntil: AwakeTime?

  private var recordsUntil: AwakeTime?

  func failsToCommit(in life: Life) {
    patientUntil = life.now.awake + .seconds(6)
    // The scheduler repeats a failed commit after ten seconds at most.
    recordsUntil = life.now.awake + .seconds(15)
  }

  func passed(in life: Life) {
    let now = life.now.awake
    let slack: Duration = patientUntil.map { now <= $0 } == true ? .milliseconds(100) : .zero
    let mayRecord = life.stepper?.retryAt == nil && recordsUntil.map { now <= $0 } != true
    for process in life.apps.alive
    where process.isAttached && process.killed == nil && !process.isDebugged {
      for task in process.tasks where life.store.record.liveRuns[task.run.id] != nil {
        let run = task.run
        // A process that a user started is not killed. The end of the run is only recorded.
        if process.isUsers, task.warned != nil, !mayRecord { continue }
        let due = task.warned.map { $0 + run.grace } ?? task.expires
        guard now > max(due, life.started.awake) + slack else { continue }
        let what = task.warned == nil ? "notified" : "killed"
        life.fail(
          self, "run \(run.id) of \(run.key.id) should have been \(what) \(now - due) ago")
      }
    }
  }
}

extension SimulatedProcess.Task {
  /// The time at which the task must be notified that it expires.
  fileprivate var expires: AwakeTime {
    let end = run.started.awake + run.budget
    return run.task?.continued == nil ? end : min(end, heard + .seconds(30))
  }
}
