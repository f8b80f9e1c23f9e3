import Scheduling

/// The data of a store in addition to its rows.
struct Ledger {
  var nextRun: RunID = 1
  var nextSequence: Int64 = 1
  var device = DeviceState()
  var overrides = DeviceOverride()
  var zoneSeconds = 0
  var lastCommit: Instant?
  var bootID: String?
  /// The numbers of ended runs and of device values since the last cut of history.
  var endedRuns = 0
  var deviceEvents = 0
  /// The number of entries of the log of the past since its last cut.
  var pastEntries = 0
  /// The last cut of history since the store was opened; `nil` if there was none.
  var lastCut: WallTime?

  private var clock = ClockTrust()

  /// Records a commit at `instant` in the boot `bootID`.
  mutating func noteCommit(at instant: Instant, bootID: String) {
    clock.note(instant, last: lastCommit, sameBoot: self.bootID == bootID)
    lastCommit = instant
    self.bootID = bootID
  }

  /// Whether history can be deleted by its age: the wall clock of the last commit is trusted.
  var canCutByAge: Bool { lastCommit.map { clock.isTrusted(at: $0.boot) } ?? true }

  /// Returns whether old runs must be dropped now. At least one run must have ended since the last cut. In addition,
  /// there was no cut since the store was opened, or `limits.slack` runs have ended, or the last cut is a day old: runs
  /// also become too old.
  func mustCutRuns(_ limits: HistoryLimits, at now: WallTime) -> Bool {
    guard endedRuns > 0 else { return false }
    if endedRuns >= limits.slack { return true }
    // `nil` if there was no cut since the store was opened.
    guard let lastCut else { return true }
    let clockWasSetBack = lastCut > now
    return clockWasSetBack || now - lastCut >= .days(1)
  }

  /// Records that old runs were dropped at `now`, and sets the count of ended runs back to 0.
  mutating func noteCut(at now: WallTime) {
    endedRuns = 0
    lastCut = now
  }

  /// Updates the values that one change of a commit affects: the counters, the device state, its overrides, the zone,
  /// and the number of rows added to the history.
  mutating func note(_ change: Change) {
    switch change {
    case .putRequest(let request):
      nextSequence = max(nextSequence, request.sequence + 1)
    case .putRun(let run):
      nextRun = max(nextRun, run.id + 1)
      // Only ended runs are history, which is cut after enough of them.
      if run.ending != nil { endedRuns += 1 }
    case .device(let values, let state, _):
      device = state
      deviceEvents += values.count
    case .zone(let seconds): zoneSeconds = seconds
    case .override(let overrides): self.overrides = overrides
    // App processes and runs have numbers of one series.
    case .putProcess(let process): nextRun = max(nextRun, process.id + 1)
    case .past(let entries): pastEntries += entries.count
    case .removeRequest, .keepExecuted, .putApp, .removeApp, .removeProcess, .learn,
      .putFailureCommand, .removeFailureCommand:
      break
    }
  }

  /// Copies the counters, the device state and the last commit from a snapshot that passed the checks.
  /// `copyValues(into:)` is the reverse.
  mutating func copyValues(of snapshot: Snapshot) {
    nextRun = snapshot.nextRun
    nextSequence = snapshot.nextSequence
    device = snapshot.device
    overrides = snapshot.overrides
    zoneSeconds = snapshot.zoneSeconds
    lastCommit = snapshot.lastCommit
    bootID = snapshot.bootID
  }

  /// Copies all values except the counts and times of history cuts into a snapshot; `copyValues(of:)` is the reverse.
  func copyValues(into snapshot: inout Snapshot) {
    snapshot.nextRun = nextRun
    snapshot.nextSequence = nextSequence
    snapshot.device = device
    snapshot.overrides = overrides
    snapshot.zoneSeconds = zoneSeconds
    snapshot.lastCommit = lastCommit
    snapshot.bootID = bootID
  }
}
