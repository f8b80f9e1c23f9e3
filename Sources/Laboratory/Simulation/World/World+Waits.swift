import Scheduling

// Reasons why tasks wait.
extension World {
  /// Updates the waits of the tasks whose reasons to wait may have changed, if waits are recorded.
  mutating func checkWaits() {
    guard log.keeping.contains(.waits) else { return }
    for task in workload.waitChecks.removeDue(core.judgedDevice, at: now.wall)
    where workload.states[task].hasArrived {
      updateWait(of: task)
    }
  }

  /// Updates the reasons why a task waits. If they have changed, the open wait ends and another begins.
  private mutating func updateWait(of task: Int) {
    log.waitChecks += 1
    let waiting = core.waiting(workload.states[task].key, at: now)
    // At that time, the reasons change without an event of the task.
    if let ends = waiting?.ends { workload.waitChecks.plan(task, at: ends) }
    let reasons = waiting.map(\.reasons.recorded)
    guard reasons != workload.states[task].wait?.reasons else { return }
    endWait(of: task)
    workload.states[task].wait = reasons.map { ($0, now.wall) }
  }

  /// Ends the open wait of a task, if there is one, and records it unless it has no length.
  mutating func endWait(of task: Int) {
    guard let wait = workload.states[task].wait else { return }
    workload.states[task].wait = nil
    if wait.since < now.wall {
      log.waits.append(
        WaitInterval(task: task, range: wait.since..<now.wall, reasons: wait.reasons))
    }
  }
}
