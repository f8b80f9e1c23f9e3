import Scheduling

/// A command starts after its run is durable, with an id that no other run ever had.
final class NothingStartsBeforeItsCommit: Checker {
  private var highest: RunID = 0
  private var started: Set<RunID> = []

  func launches(_ run: Run, _ request: Request, in life: Life) {
    guard let recorded = life.store.record.liveRuns[run.id], recorded.step == run.step else {
      return life.fail(self, "run \(run.id) of \(run.key.id) starts, and is not in the store")
    }
    let isNew = started.insert(run.id).inserted
    if isNew, run.id <= highest {
      life.fail(self, "run \(run.id) starts after run \(highest)")
    }
    highest = max(highest, run.id)
    if started.count > 256 {
      started = started.filter { $0 > highest - 32 || life.store.record.liveRuns[$0] != nil }
    }
  }
}
