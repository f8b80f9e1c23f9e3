import Scheduling

/// The number of waiting requests, of runs and of condition checks stays within its limits.
final class MemoryIsBounded: Checker {
  func stepped(_ core: Scheduler, in life: Life) {
    let record = life.store.record
    // Two users with a thousand requests each. Four condition checks run at the same time, and one more for a user
    // without any.
    if record.requests.count > 2000 { life.fail(self, "\(record.requests.count) requests wait") }
    // Forced runs, notifications and runs at an exact time need no slot. A run that has consumed or replaced its
    // request counts.
    let slots = record.liveRuns.values.count {
      !$0.isForced && $0.task?.notification == nil
        && record.requests[$0.key]?.terms.run.isExact != true
    }
    if slots > 60 { life.fail(self, "\(slots) runs live") }
    let trials = life.commands.alive.count { $0.isCheck && $0.killed == nil }
    if trials > 5 { life.fail(self, "\(trials) conditions are tried at the same time") }
    if life.calls.open.count > 0 { life.fail(self, "calls pile up") }
  }
}
