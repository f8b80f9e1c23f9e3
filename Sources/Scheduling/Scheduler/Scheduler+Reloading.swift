import OrderedCollections

extension Scheduler {
  /// Begins again from what the store holds, after a commit that failed: what was decided since is
  /// undone, but what is a fact of the outside stays: the device, and which runs live and how far
  /// they have been told to stop, so that a full disk never lets an overrun live on.
  package static func reload(
    _ snapshot: Snapshot, after failed: Scheduler, at now: Instant
  ) -> Scheduler {
    var scheduler = Scheduler(snapshot, settings: failed.settings, sameBoot: true)
    scheduler.device = failed.device
    scheduler.isDraining = failed.isDraining
    for run in snapshot.liveRuns.sorted(by: { $0.id < $1.id }) {
      let request = scheduler.requests[run.key].flatMap {
        $0.sequence == run.sequence ? $0 : nil
      }
      scheduler.live[run.id] =
        failed.live[run.id] ?? Live(run: run, request: request)
    }
    scheduler.markAllDirty()
    return scheduler
  }
}
