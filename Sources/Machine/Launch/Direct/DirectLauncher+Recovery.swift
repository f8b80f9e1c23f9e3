import Descriptors
import Glibc
import Scheduling

// Runs of an earlier daemon, which their supervisors are about to end.
extension DirectLauncher {
  /// Follows the runs that supervisors of an earlier daemon are about to end, and returns them as ending. Kills other
  /// processes of that daemon.
  package func recover(_ runs: [RecoverableRun]) -> [RunID: FoundRun] {
    loop.assertIsCurrent()
    let recorded = Set(runs.map(\.run))
    var found = [RunID: FoundRun]()
    locks.eachHeld { held in
      let run = held.id.run.flatMap { recorded.contains($0) ? $0 : nil }
      recover(LeftoverRun(held, isRecorded: run != nil), held.file)
      if let run { found[run] = .ending }
    }
    return found
  }

  /// Waits for the end of a leftover run, in a thread of its own. A recorded run can use the rest of its grace; any
  /// other process is killed.
  private func recover(_ run: LeftoverRun, _ lock: consuming OwnedDescriptor) {
    if run.isRecorded { left[run.id] = run }
    nonisolated(unsafe) let run = run
    nonisolated(unsafe) weak let launcher = self
    LeftoverRun.wait(for: lock) { [loop] in
      loop.execute { launcher?.settle(run) }
    }
    // A process without a record, such as the condition of a request, has no grace.
    if run.isRecorded { run.proceed() } else { press(run) }
  }

  /// Removes a leftover run that has ended. If the run is recorded, reports its end, with an unknown outcome.
  private func settle(_ run: LeftoverRun) {
    run.end()
    tree?.endLeft(run.id)
    guard run.isRecorded else { return }
    left[run.id] = nil
    reasons.forget(run.id)
    deliver(.ended(RunEnd(run.id, .unexplained)))
  }
}
