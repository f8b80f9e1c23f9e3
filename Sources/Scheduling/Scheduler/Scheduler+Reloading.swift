import OrderedCollections

extension Scheduler {
  /// Goes on with a run of an earlier daemon, or records what became of it.
  mutating func takeUp(
    _ run: Run, _ found: FoundRun?, _ snapshot: Snapshot, sameBoot: Bool, at now: Instant
  ) {
    activeRuns.add(ActiveRun(run: run, request: request(executedBy: run, snapshot)))
    switch found {
    case .alive:
      runTimeline.begin(run, in: place(of: run))
      // Nobody tells its start again.
      note(.begin, of: run.id, at: now)
    case .ending:
      runTimeline.begin(run, in: place(of: run))
      // What the death of its daemon warned is there until its grace is over, and holds its place.
      apply(.interrupt, to: run.id, at: now)
    case .ended(let finish):
      end(run.id, finish, at: now)
    case nil:
      endInterrupted(run.id, sameBoot: sameBoot, at: now)
    }
  }

  /// What `run` executes, also where that was replaced or removed meanwhile.
  private func request(executedBy run: Run, _ snapshot: Snapshot) -> Request? {
    if let request = requests[run.key], request.sequence == run.sequence { return request }
    var kept = snapshot.executed.first { $0.sequence == run.sequence }
    // It was kept as it was when it was replaced.
    if let done = kept?.checkpoint.stepsDone, done < run.step {
      kept?.checkpoint = Checkpoint(stepsDone: run.step)
    }
    return kept
  }

  /// Begins again from what the store holds, after a commit that failed: what was decided since is
  /// undone, but what is a fact of the outside stays: the device, and which runs live and how far
  /// they have been told to stop, so that a full disk never lets an overrun live on.
  ///
  /// - Parameter before: the live runs as they were before what could not be committed. One that
  ///   ended in it keeps what it had been told until its end is told again.
  package static func reload(
    _ snapshot: Snapshot, after failed: Scheduler, before: [Run] = [], at now: Instant
  ) -> Scheduler {
    var scheduler = Scheduler(snapshot, settings: failed.settings, at: now, sameBoot: true)
    scheduler.device = failed.device
    scheduler.readings = failed.readings
    scheduler.slept = failed.slept
    // That the boot is long ago is no news, and what follows from it is not due at once.
    scheduler.isHerd = failed.isHerd
    scheduler.takeBackHold(to: snapshot, at: now)
    scheduler.checks = failed.checks
    scheduler.nextCheck = failed.nextCheck
    scheduler.clockCorrection = failed.clockCorrection
    scheduler.foresight = failed.foresight
    scheduler.users = failed.users
    scheduler.allowance = failed.allowance
    scheduler.timeline = failed.timeline
    scheduler.runTimeline = failed.runTimeline
    scheduler.isDraining = failed.isDraining
    scheduler.submitLog = failed.submitLog
    for run in snapshot.liveRuns.sorted(by: { $0.id < $1.id }) {
      let request = scheduler.request(executedBy: run, snapshot)
      let known = before.first { $0.id == run.id } ?? run
      var entry = failed.activeRuns[run.id] ?? ActiveRun(run: known, request: request)
      // A step that was not recorded has not begun; the end of the one before is told again.
      if entry.run.step != known.step { (entry.run, entry.request) = (known, request) }
      // Nor has a frozen run gone on: that, too, waits for the commit.
      if case .frozen = known.phase, entry.run.phase == .running { entry.run = known }
      scheduler.activeRuns.add(entry)
    }
    scheduler.markAllDirty()
    return scheduler
  }
}
