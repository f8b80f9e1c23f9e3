import Scheduling

/// The store contains the state of the scheduler. Each step compares the requests and runs that have changed; some
/// steps compare everything.
final class StoreIsCore: Checker {
  private var changed: [RequestKey] = []
  private var changedRuns: [RunID] = []
  private var hasFailed = false
  private var steps = 0
  /// Delays after failures are reset by a boot. The store is updated with the first commit.
  private var forgetsDelays = false
  /// The values of a simulated device are forgotten as well. The store is updated later.
  private var forgetsDevice = false

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes {
      switch change {
      case .putRequest(let request): changed.append(request.key)
      case .removeRequest(let key): changed.append(key)
      case .putRun(let run): changedRuns.append(run.id)
      case .device: forgetsDevice = false
      default: break
      }
    }
  }

  func failsToCommit(in life: Life) {
    hasFailed = true
    // The device does not change. The store is updated with the next change.
    forgetsDevice = true
  }

  func reboots(in life: Life) { (forgetsDelays, forgetsDevice) = (true, true) }

  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life) {
    let record = life.store.record
    if snapshot.requests.count != record.requests.count + record.failed.count
      || snapshot.liveRuns.count != record.liveRuns.count
    {
      life.fail(self, "what was loaded is not what was committed")
    }
    if snapshot.nextRun <= record.lastRun {
      life.fail(self, "a number of a run is given out again")
    }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    steps += 1
    let record = life.store.record
    for key in changed {
      let isStored =
        isSame(record.requests[key], core.request(key))
        && record.failed[key] == core.failedRequest(key)
      if !isStored {
        life.fail(self, "\(key.id) of user \(key.owner) is not in the store as it was decided")
      }
    }
    if !changedRuns.isEmpty, !hasFailed { compareRuns(core, record, life) }
    if hasFailed || steps % 128 == 0 || life.isCalm && steps % 16 == 0 {
      compare(core, life)
    }
    if !changed.isEmpty { changed = [] }
    if !changedRuns.isEmpty { changedRuns = [] }
    hasFailed = false
  }

  func dies(in life: Life) {
    (changed, changedRuns, hasFailed) = ([], [], false)
  }

  private func isSame(_ stored: Request?, _ known: Request?) -> Bool {
    if stored == known { return true }
    guard forgetsDelays, var stored, let known else { return false }
    if known.progress.backoffUntil == nil { stored.progress.backoffUntil = nil }
    return stored == known
  }

  private func compareRuns(_ core: Scheduler, _ record: Record, _ life: Life) {
    let live = core.runs
    for id in changedRuns where record.liveRuns[id] != live.first(where: { $0.id == id }) {
      life.fail(self, "run \(id) is not in the store as it was decided")
    }
  }

  /// Compares the complete state with the contents that a restart would load.
  private func compare(_ core: Scheduler, _ life: Life) {
    guard life.store.unreadable == 0, let snapshot = try? life.store.load() else { return }
    let requests = core.allRequests
    let waiting = snapshot.requests.filter { $0.progress.gaveUp == nil }
    if waiting.count != requests.count {
      life.fail(self, "the store holds \(waiting.count) requests, and \(requests.count) wait")
    }
    let failed = snapshot.requests.filter { $0.progress.gaveUp != nil }
    if failed != core.failedRequests.sorted(by: { $0.sequence < $1.sequence }) {
      life.fail(self, "what has failed for good differs in the store")
    }
    for stored in waiting where !isSame(stored, core.request(stored.key)) {
      life.fail(self, "\(stored.key.id) of user \(stored.key.owner) differs in the store")
    }
    if snapshot.processes.map(\.id) != core.processes.map(\.id) {
      life.fail(self, "the processes of apps differ in the store")
    }
    if snapshot.apps != core.allApps { life.fail(self, "the apps differ in the store") }
    let live = core.runs
    if snapshot.liveRuns.map(\.id) != live.map(\.id) {
      life.fail(self, "the runs that live differ in the store")
    }
    let executed = Set(core.runs.map(\.sequence)).subtracting(requests.map(\.sequence))
    if Set(snapshot.executed.map(\.sequence)) != executed {
      life.fail(self, "what runs execute that was replaced differs in the store")
    }
    if snapshot.overrides != core.readings.overrides {
      life.fail(self, "the hold differs in the store")
    }
    if snapshot.zoneSeconds != core.zoneSeconds { life.fail(self, "the zone differs in the store") }
    if forgetsDevice { return }
    let isHeld = { (key: ExactString) in !life.plan.mix.isRead || snapshot.overrides.covers(key) }
    let differences = core.device.raw.changes(since: snapshot.device).map(\.key).filter(isHeld)
    if !differences.isEmpty { life.fail(self, "the device differs in the store: \(differences)") }
  }
}
