import Scheduling

// Reasons why tasks wait.
extension World {
  /// Updates the waits of the tasks whose reasons to wait may have changed, if waits are recorded.
  mutating func checkWaits() {
    guard log.keeping.contains(.waits) else { return }
    let tasks = workload.waitChecks.removeDue(core.judgedDevice, at: now.wall)
      .filter { workload.states[$0].hasArrived }
    if tasks.isEmpty { return }
    log.waitChecks += tasks.count
    let waits = core.waits(of: tasks.map { workload.states[$0].key }, at: now)
    for (task, waiting) in zip(tasks, waits) { updateWait(of: task, waiting) }
  }

  /// Updates the reasons why a task waits. If they have changed, the open wait ends and another begins.
  private mutating func updateWait(of task: Int, _ waiting: Waiting?) {
    // At that time, the reasons change without an event of the task.
    if let ends = waiting?.ends { workload.waitChecks.plan(task, at: ends) }
    let reasons = waiting.map { $0.reasons.recorded }
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
