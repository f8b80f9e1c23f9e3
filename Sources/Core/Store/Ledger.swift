import Scheduling

/// The data of a store in addition to its rows.
struct Ledger {
  var nextRun: RunID = 1
  var nextSequence: Int64 = 1
  var device = DeviceState()
  var hold = DeviceOverride()
  var zoneSeconds = 0
  var lastCommit: Instant?
  var bootID: String?
  /// The numbers of ended runs and of device values since the last cut of history.
  var endedRuns = 0
  var deviceEvents = 0
  /// The last cut of history since the store was opened; `nil` if there was none.
  var lastCut: WallTime?

  /// Whether to drop runs: after many have ended, and once a day after one has, since runs also become too old.
  func cutsRuns(_ limits: HistoryLimits, at now: WallTime) -> Bool {
    guard endedRuns > 0 else { return false }
    guard endedRuns < limits.slack, let lastCut, lastCut <= now else { return true }
    return now - lastCut >= .days(1)
  }

  /// Records that old runs were dropped at `now`.
  mutating func noteCut(at now: WallTime) {
    (endedRuns, lastCut) = (0, now)
  }

  /// Updates the values that one change of a commit affects: the counters, the device state, its overrides, the zone,
  /// and the number of rows added to the history.
  mutating func note(_ change: Change) {
    switch change {
    case .putRequest(let request):
      nextSequence = max(nextSequence, request.sequence + 1)
    case .putRun(let run):
      nextRun = max(nextRun, run.id + 1)
      if run.ending != nil { endedRuns += 1 }
    case .device(let values, let state, _):
      device = state
      deviceEvents += values.count
    case .zone(let seconds): zoneSeconds = seconds
    case .hold(let hold): self.hold = hold
    case .putProcess(let process): nextRun = max(nextRun, process.id + 1)
    case .removeRequest, .keepExecuted, .putApp, .removeApp, .removeProcess, .learn: break
    }
  }

  /// Copies the values that passed the checks.
  mutating func copy(_ snapshot: Snapshot) {
    nextRun = snapshot.nextRun
    nextSequence = snapshot.nextSequence
    device = snapshot.device
    hold = snapshot.hold
    zoneSeconds = snapshot.zoneSeconds
    lastCommit = snapshot.lastCommit
    bootID = snapshot.bootID
  }

  /// Copies all values except the state of the history into a snapshot; `copy` is the reverse.
  func describe(in snapshot: inout Snapshot) {
    snapshot.nextRun = nextRun
    snapshot.nextSequence = nextSequence
    snapshot.device = device
    snapshot.hold = hold
    snapshot.zoneSeconds = zoneSeconds
    snapshot.lastCommit = lastCommit
    snapshot.bootID = bootID
  }
}
