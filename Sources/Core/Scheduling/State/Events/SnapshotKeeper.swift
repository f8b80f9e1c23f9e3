import OrderedCollections

/// Keeps the snapshot that a store would hold, for a simulated world without a store.
package struct SnapshotKeeper: Sendable {
  package private(set) var snapshot = Snapshot()
  private var requests: OrderedDictionary<RequestKey, Request> = [:]
  private var apps: OrderedDictionary<AppKey, App> = [:]
  private var runs: OrderedDictionary<RunID, Run> = [:]
  private var executed: OrderedDictionary<Int64, Request> = [:]
  private var appProcesses: OrderedDictionary<RunID, AppProcess> = [:]
  private var lastRuns: LastRuns
  private var learned: OrderedDictionary<String, Learned> = [:]

  package init(_ beginning: Snapshot, bootID: String) {
    snapshot = beginning
    snapshot.bootID = bootID
    requests = Self.table(of: beginning.requests, by: \.key)
    apps = Self.table(of: beginning.apps, by: \.key)
    runs = Self.table(of: beginning.liveRuns, by: \.id)
    appProcesses = Self.table(of: beginning.processes, by: \.id)
    executed = Self.table(of: beginning.executed, by: \.sequence)
    lastRuns = LastRuns(beginning.lastRuns)
    learned = Self.table(of: beginning.learned, by: \.name)
  }

  /// Returns `values` as a table by their keys. If two values have the same key, the later one is kept.
  private static func table<Key: Hashable, Value>(
    of values: [Value], by key: (Value) -> Key
  ) -> OrderedDictionary<Key, Value> {
    let entries = values.map { (key($0), $0) }
    return OrderedDictionary(entries, uniquingKeysWith: { _, later in later })
  }

  /// Applies the changes among `effects`, and notes `now` as the time of the last commit.
  package mutating func keep(_ effects: [Effect], at now: Instant) {
    for case .change(let change) in effects { keep(change) }
    snapshot.lastCommit = now
  }

  /// Applies one change as a store would, and keeps the next run and sequence numbers above all used ones.
  private mutating func keep(_ change: Change) {
    switch change {
    case .putRequest(let request):
      requests[request.key] = request
      snapshot.nextSequence = max(snapshot.nextSequence, request.sequence + 1)
    case .removeRequest(let key): requests[key] = nil
    case .keepExecuted(let request): executed[request.sequence] = request
    case .putApp(let app): apps[app.key] = app
    case .removeApp(let key): apps[key] = nil
    case .putRun(let run): keep(run)
    case .device(_, let state, _): snapshot.device = state
    case .override(let overrides): snapshot.overrides = overrides
    case .zone(let seconds): snapshot.zoneSeconds = seconds
    case .putProcess(let process):
      appProcesses[process.id] = process
      snapshot.nextRun = max(snapshot.nextRun, process.id + 1)
    case .removeProcess(let id): appProcesses[id] = nil
    case .learn(let item): learned[item.name] = item
    // A world without a store keeps a log of its own, and runs no failure commands.
    case .past, .putFailureCommand, .removeFailureCommand: break
    }
  }

  /// Stores a live run. Of an ended run, stores only the state that it leaves to its request, and removes the request
  /// that it executed.
  private mutating func keep(_ run: Run) {
    let hasEnded = run.ending != nil
    runs[run.id] = hasEnded ? nil : run
    snapshot.nextRun = max(snapshot.nextRun, run.id + 1)
    guard hasEnded else { return }
    executed[run.sequence] = nil
    lastRuns.note(run)
  }

  /// Returns the snapshot that the next daemon would load from the store, with its lists in a fixed order.
  ///
  /// - Parameter bootID: The boot in which the next daemon starts.
  package func next(bootID: String) -> Snapshot {
    var next = snapshot
    next.requests = requests.values.sorted { $0.sequence < $1.sequence }
    next.apps = apps.values.sorted { $0.key < $1.key }
    next.liveRuns = runs.values.sorted { $0.id < $1.id }
    next.executed = executed.values.sorted { $0.sequence < $1.sequence }
    next.processes = appProcesses.values.sorted { $0.id < $1.id }
    next.lastRuns = lastRuns.all
    next.learned = learned.values.sorted { $0.name < $1.name }
    // Reported device values apply until the next boot.
    if next.bootID != bootID { next.device = DeviceState() }
    return next
  }
}
