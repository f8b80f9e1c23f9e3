import Scheduling

// Why tasks wait.
extension World {
  /// Looks at every task, if anybody wants to know, and something has happened.
  mutating func lookAtWaits() {
    guard needsReview else { return }
    needsReview = false
    guard log.keeping.contains(.waits) else { return }
    for task in states.indices where states[task].hasArrived { lookAtWait(of: task) }
  }

  private mutating func lookAtWait(of task: Int) {
    let reasons = core.waitingReasons(of: states[task].key, at: now)?.sorted()
    guard reasons != states[task].wait?.reasons else { return }
    closeWait(of: task)
    states[task].wait = reasons.map { ($0, now.wall) }
  }

  mutating func closeWait(of task: Int) {
    guard let wait = states[task].wait else { return }
    states[task].wait = nil
    if wait.since < now.wall {
      log.waits.append(
        WaitSpell(task: task, range: wait.since..<now.wall, reasons: wait.reasons))
    }
  }
}
