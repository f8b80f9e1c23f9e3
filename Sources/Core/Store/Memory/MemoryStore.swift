import Scheduling

/// A store in memory only: for simulations and tests.
package final class MemoryStore: Store {
  private var apps: [AppKey: App] = [:]
  private var requests: [RequestKey: Request] = [:]
  private var runs: [RunID: Run] = [:]
  private var executed: [Int64: Request] = [:]
  private var appProcesses: [RunID: AppProcess] = [:]
  private var events: [DeviceEvent] = []
  private var entries: [PastRecord] = []
  private var lastEntry: Int64 = 0
  private var storedCommands: [Int64: FailureCommand] = [:]
  private var learned: [String: Learned] = [:]
  private var ledger = Ledger()
  private let limits: HistoryLimits
  private var isClosed = false

  package init(limits: HistoryLimits = .standard) {
    self.limits = limits
  }

  /// Returns copies of the stored values that a scheduler is rebuilt from, sorted as `Store.load` requires.
  package func load() throws(StoreError) -> Snapshot {
    try checkOpen()
    var snapshot = Snapshot()
    snapshot.apps = apps.values.sorted { $0.key < $1.key }
    snapshot.requests = requests.values.sorted { $0.sequence < $1.sequence }
    snapshot.liveRuns = runs.values.filter { $0.ending == nil }.sorted { $0.id < $1.id }
    snapshot.executed = executed.values.sorted { $0.sequence < $1.sequence }
    snapshot.processes = appProcesses.values.sorted { $0.id < $1.id }
    snapshot.lastRuns = lastRuns
    snapshot.learned = learned.values.sorted { $0.name < $1.name }
    ledger.copyValues(into: &snapshot)
    return snapshot
  }

  /// Applies the changes, records the time and the boot of the commit, and drops old history if that is due.
  package func commit(
    _ changes: [Change], at instant: Instant, bootID: String
  ) throws(StoreError) {
    try checkOpen()
    for change in changes {
      apply(change)
      ledger.note(change)
    }
    ledger.noteCommit(at: instant, bootID: bootID)
    prune(at: instant.wall)
  }

  /// Returns the runs that match `query`, newest first, at most `query.limit`.
  package func runs(_ query: RunQuery) throws(StoreError) -> [Run] {
    try checkOpen()
    return Array(
      runs.values.filter(query.matches).sorted { $0.id > $1.id }.prefix(max(0, query.limit)))
  }

  /// Returns the `limit` latest values of device fields, newest first.
  package func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent] {
    try checkOpen()
    return events.suffix(max(0, limit)).reversed()
  }

  /// Returns the entries of the log of the past that match `query`, in the order of their numbers, at most
  /// `query.limit`.
  package func past(_ query: PastQuery) throws(StoreError) -> [PastRecord] {
    try checkOpen()
    let matching = entries.filter { record in
      // An entry without an owner is for all users.
      let isVisible = query.owner == nil || record.owner == nil || record.owner == query.owner
      return (record.number ?? 0) > query.after && isVisible
    }
    return Array(matching.prefix(max(0, query.limit)))
  }

  /// Returns the failure commands that were not started, in the order of their numbers.
  package func failureCommands() throws(StoreError) -> [FailureCommand] {
    try checkOpen()
    return storedCommands.values.sorted { $0.number < $1.number }
  }

  package var canCutByAge: Bool { ledger.canCutByAge }

  /// Makes later calls throw `closed`. The content stays, as on a disk.
  package func close() {
    isClosed = true
  }

  /// Reverses `close`, so that a test can continue as after a restart.
  package func reopen() {
    isClosed = false
  }

  /// The last ended run of each key, without skipped runs, if it left state for a retry; oldest first, at most
  /// `LastRuns.limit`.
  private var lastRuns: [Run] {
    var lastOfKey: [RequestKey: Run] = [:]
    for run in runs.values where run.id >= lastOfKey[run.key]?.id ?? 0 {
      if let ending = run.ending, ending.outcome != .skipped { lastOfKey[run.key] = run }
    }
    let withState = lastOfKey.values.filter { $0.retryState != nil }.sorted { $0.id < $1.id }
    return withState.suffix(LastRuns.limit)
  }

  /// Throws `closed` after `close`, as the SQLite store does.
  private func checkOpen() throws(StoreError) {
    if isClosed { throw .closed }
  }

  /// Stores or removes the row that a change names. `Ledger.note` records the values of a change that are not rows.
  private func apply(_ change: Change) {
    switch change {
    case .putRequest(let request): requests[request.key] = request
    case .removeRequest(let key): requests[key] = nil
    case .keepExecuted(let request): executed[request.sequence] = request
    case .putApp(let app): apps[app.key] = app
    case .removeApp(let key): apps[key] = nil
    case .putRun(let run):
      runs[run.id] = run
      // The replaced or removed request was kept only for this run, which has ended.
      if run.ending != nil { executed[run.sequence] = nil }
    case .putProcess(let process): appProcesses[process.id] = process
    case .removeProcess(let id): appProcesses[id] = nil
    // They are no rows: the ledger has both.
    case .zone, .override: break
    case .learn(let learned): self.learned[learned.name] = learned
    case .past(let newEntries): for entry in newEntries { add(entry) }
    case .putFailureCommand(let command): storedCommands[command.number] = command
    case .removeFailureCommand(let number): storedCommands[number] = nil
    case .device(let values, _, let at):
      events += values.map { DeviceEvent(at: at, value: $0) }
    }
  }

  /// Drops old runs and old device values if enough were added since the last cut, at the same times as the SQLite
  /// store. Called after a commit at `now`.
  private func prune(at now: WallTime) {
    if ledger.mustCutRuns(limits, at: now) {
      dropOldRuns(at: now)
      ledger.noteCut(at: now)
    }
    if ledger.deviceEvents >= limits.slack {
      events.removeFirst(max(0, events.count - limits.deviceEvents))
      ledger.deviceEvents = 0
    }
    if ledger.pastEntries >= limits.pastSlack {
      dropOldPast(at: now)
      ledger.pastEntries = 0
    }
  }

  /// Returns the time before which history is too old; `nil` if it has no limit, or the clock is not trusted.
  private func oldestKept(at now: WallTime) -> WallTime? {
    ledger.canCutByAge ? limits.age.map { now - $0 } : nil
  }

  /// Adds an entry of the past with the next number.
  private func add(_ entry: PastEntry) {
    lastEntry += 1
    entries.append(PastRecord(entry, number: lastEntry))
  }

  /// Drops the entries of the past that the SQLite store drops, and notes up to which moment.
  private func dropOldPast(at now: WallTime) {
    if let oldest = oldestKept(at: now) { entries.removeAll { $0.entry.at < oldest } }
    let entriesOfUser = Dictionary(grouping: entries, by: \.owner).mapValues(\.count)
    let share = HistoryLimits.share(of: limits.past, among: entriesOfUser.values.sorted())
    // In the order of SQLite, in which NULL, the owner of entries about the device, precedes all users.
    let owners = entriesOfUser.filter { $0.value > share }.keys.sorted {
      ($0.map(Int64.init) ?? -1) < ($1.map(Int64.init) ?? -1)
    }
    for owner in owners {
      var surplus = (entriesOfUser[owner] ?? 0) - share
      // In the order of the entries, so the oldest are removed.
      entries.removeAll { record in
        guard record.owner == owner, surplus > 0 else { return false }
        surplus -= 1
        return true
      }
      // Of the gap only the end is known, the oldest entry that is left, so that it also counts as the beginning.
      let oldestLeft = entries.first { $0.owner == owner && !$0.isGap }
      guard let gapEnd = oldestLeft?.entry.at else { continue }
      add(.gap(PastGap(gapEnd, gapEnd, .dropped, owner: owner)))
    }
  }

  /// Drops ended runs that exceed a limit of `HistoryLimits`: the limit of a request key, of age, or of a user's share.
  /// The newest run of an existing request stays, even beyond the share of its user.
  private func dropOldRuns(at now: WallTime) {
    let endedNewestFirst = runs.values.filter { $0.ending != nil }.sorted { $0.id > $1.id }
    let newestOfKey = Dictionary(runs.values.map { ($0.key, $0.id) }, uniquingKeysWith: max)
    let oldestEnd = oldestKept(at: now)
    // The runs of each key that the filter has seen so far: this one and the newer ones.
    var countOfKey: [RequestKey: Int] = [:]
    let withinKeyAndAge = endedNewestFirst.filter { run in
      countOfKey[run.key, default: 0] += 1
      let isAmongNewest = countOfKey[run.key, default: 0] <= limits.runsPerKey
      var isOld = false
      if let oldestEnd, let ending = run.ending { isOld = ending.at < oldestEnd }
      return isAmongNewest && (!isOld || newestOfKey[run.key] == run.id)
    }
    let runsOfUser = Dictionary(grouping: withinKeyAndAge, by: \.key.owner)
    let share = limits.runsPerUser(among: runsOfUser.values.map(\.count))
    // All ended runs are removed first, and the runs to keep are put back.
    for run in endedNewestFirst { runs[run.id] = nil }
    for run in runsOfUser.values.flatMap({ $0.prefix(share) }) { runs[run.id] = run }
    for run in withinKeyAndAge where requests[run.key] != nil && newestOfKey[run.key] == run.id {
      runs[run.id] = run
    }
  }
}
