import Descriptors
import Glibc
import Scheduling

// What an earlier daemon has started and left to its supervisors, which are about to end it.
extension DirectLauncher {
  package func recover(_ runs: [RecoverableRun]) -> [Int64: FoundRun] {
    loop.assertIsCurrent()
    let recorded = Set(runs.map(\.run))
    var found = [Int64: FoundRun]()
    locks.eachHeld { held in
      let run = held.run
      let isRecorded = recorded.contains(run)
      takeUp(LeftoverRun(held, isRecorded: isRecorded), held.file)
      if isRecorded { found[run] = .ending }
    }
    return found
  }

  private func takeUp(_ run: LeftoverRun, _ lock: consuming OwnedDescriptor) {
    if run.isRecorded { left[run.run] = run }
    nonisolated(unsafe) let run = run
    nonisolated(unsafe) weak let launcher = self
    LeftoverRun.wait(for: lock) { [loop] in
      loop.execute { launcher?.settle(run) }
    }
    // What nobody waits for, as the condition of a request, has no grace.
    if run.isRecorded { run.proceed() } else { press(run) }
  }

  private func settle(_ run: LeftoverRun) {
    run.end()
    tree?.endLeft(run: run.run)
    guard run.isRecorded else { return }
    left[run.run] = nil
    reasons.forget(run: run.run)
    deliver(.ended(run: RunEnd(run: run.run, .unexplained)))
  }
}
