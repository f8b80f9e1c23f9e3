import Scheduling
import Stepping

/// A task is told at the end of its budget that it expires, a continued one also half a minute after it has last reported
/// progress, and after its grace its process is killed, unless a user
/// started it.
final class TasksExpireInTime: Checker {
  private var patientUntil: AwakeTime?

  private var recordsUntil: AwakeTime?

  func failsToCommit(in life: Life) {
    patientUntil = life.now.awake + .seconds(6)
    // It tries again after ten seconds at the latest.
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
        // What a user has started is not killed: that its run is over is only recorded.
        if process.isUsers, task.warned != nil, !mayRecord { continue }
        let due = task.warned.map { $0 + run.grace } ?? task.expires
        guard now > max(due, life.started.awake) + slack else { continue }
        let what = task.warned == nil ? "told to expire" : "killed"
        life.fail(
          self, "run \(run.id) of \(run.key.id) should have been \(what) \(now - due) ago")
      }
    }
  }
}

extension SimulatedProcess.Task {
  /// When it is to be told that it expires.
  fileprivate var expires: AwakeTime {
    let end = run.started.awake + run.budget
    return run.task?.continued == nil ? end : min(end, heard + .seconds(30))
  }
}
