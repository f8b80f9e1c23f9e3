import Descriptors
import Glibc
import Scheduling

// Runs of an earlier daemon, which their supervisors are about to end.
extension DirectLauncher {
  /// Makes all processes of an earlier daemon end: the supervisors of the recorded runs `runs` end them, and all other
  /// processes are killed. Returns the recorded runs among them, as ending.
  package func recover(_ runs: [RecoverableRun]) -> [RunID: FoundRun] {
    loop.assertIsCurrent()
    let recordedIDs = Set(runs.map(\.run))
    var foundRuns = [RunID: FoundRun]()
    // A locked file shows that processes of its run are alive.
    locks.visitLockedFiles { lockedFile in
      let recordedID = lockedFile.id.run.flatMap { recordedIDs.contains($0) ? $0 : nil }
      let leftover = LeftoverRun(lockedFile, isRecorded: recordedID != nil)
      end(leftover, lock: lockedFile.file)
      if let recordedID { foundRuns[recordedID] = .ending }
    }
    return foundRuns
  }

  /// Makes a leftover run end, and delivers its end later. A recorded run can use the rest of its grace: its supervisor
  /// detects that the earlier daemon has ended, and then ends the run. Any other process is killed.
  ///
  /// - Parameter lock: The file that the processes of the run keep locked until they have ended. A thread of its own
  ///   waits for this, since the end of another daemon's children is not reported to this one.
  private func end(_ run: LeftoverRun, lock: consuming OwnedDescriptor) {
    if run.isRecorded { leftoverRuns[run.id] = run }
    nonisolated(unsafe) let run = run
    nonisolated(unsafe) weak let launcher = self
    LeftoverRun.waitForUnlock(of: lock) { [loop] in
      loop.execute { launcher?.removeAndDeliverEnd(of: run) }
    }
    // A process without a record, such as the condition of a request, has no grace.
    if run.isRecorded { run.continueSupervisor() } else { killDescendants(of: run) }
  }

  /// Removes a leftover run that has ended. If the run is recorded, delivers its end, with an unknown outcome.
  private func removeAndDeliverEnd(of run: LeftoverRun) {
    run.markEnded()
    tree?.killLeftProcesses(of: run.id)
    guard run.isRecorded else { return }
    leftoverRuns[run.id] = nil
    reasons.forget(run.id)
    deliver(.ended(RunEnd(run.id, .unexplained)))
  }
}
