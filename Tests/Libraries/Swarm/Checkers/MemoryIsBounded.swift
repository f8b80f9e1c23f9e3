import Scheduling

/// Whatever comes, no more waits, runs or is tried than may.
final class MemoryIsBounded: Checker {
  func stepped(_ core: Scheduler, in life: Life) {
    let record = life.store.record
    // Two users, a thousand requests each. Four conditions are tried, and one more of a user who has none.
    if record.requests.count > 2000 { life.fail(self, "\(record.requests.count) requests wait") }
    if record.liveRuns.count > 60 { life.fail(self, "\(record.liveRuns.count) runs live") }
    let trials = life.commands.alive.count { $0.isCheck && $0.killed == nil }
    if trials > 5 { life.fail(self, "\(trials) conditions are tried at once") }
    if life.calls.open.count > 0 { life.fail(self, "calls pile up") }
  }
}
