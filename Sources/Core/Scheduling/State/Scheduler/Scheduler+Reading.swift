// Queries, which change nothing.
extension Scheduler {
  package var settings: Settings { context.settings.value }

  /// Seconds by which the user's clocks are ahead of UTC (see `LocalTime`).
  package var zoneSeconds: Int { context.clocks.zoneSeconds }

  /// The last correction of requests for a set clock, since this scheduler was made.
  package var clockCorrection: ClockCorrection? { context.clocks.correction }

  // MARK: Requests

  /// Every request, in no particular order.
  package var allRequests: [Request] { Array(requests.table.all) }

  package func request(_ key: RequestKey) -> Request? { requests[key] }

  /// Returns the keys of all requests with this id, of any owner, in no order.
  package func keys(named id: String) -> [RequestKey] { requests.table.keys(named: id) }

  // Access to one request at a time: a reader between steps cannot hold a copy of all.

  /// The number after the highest slot that `request(inSlot:)` knows.
  package var slotCount: Int { requests.table.slotCount }

  /// Returns the request in a slot, which it keeps while it exists; `nil` if the slot is free.
  package func request(inSlot slot: Int) -> Request? {
    slot < requests.table.slotCount ? requests.table[slot]?.value : nil
  }

  /// Returns why a request, or an app task whose request is consumed, runs or waits; `nil` if there is neither.
  package func explain(_ key: RequestKey, at now: Instant) -> Explanation? {
    (requests.table.shared(key) ?? runningTask(key).map { Shared($0) })
      .map { request in
        context.explanation(of: request, at: now) {
          requests.countBefore(request.value.key, in: context, at: now)
        }
      }
  }

  /// Returns the explanation of a request, or of an app task whose request is consumed, without its texts, its policies,
  /// its warnings and its forecast. `nil` if there is neither.
  package func outline(of key: RequestKey, at now: Instant) -> Explanation? {
    (requests.table.shared(key) ?? runningTask(key).map { Shared($0) })
      .map { context.outline(of: $0, among: requests, at: now) }
  }

  /// The keys of running app tasks without a request, in the order in which they began.
  package var runningTasks: [RequestKey] {
    context.runs.active.all.lazy.map(\.run.key).filter { runningTask($0) != nil }
  }

  /// Returns the consumed request of the app task that runs under `key`; `nil` if none runs, or if the app has
  /// already submitted the next one.
  package func runningTask(_ key: RequestKey) -> Request? {
    guard requests.table.shared(key) == nil, let entry = context.runs.active[key],
      entry.run.isTask
    else { return nil }
    return entry.request
  }

  /// Returns the keys of all requests of an app, in order.
  package func keys(of app: AppKey) -> [RequestKey] {
    requests.table.all.lazy.map(\.key).filter { $0.owner == app.owner && $0.app == app.id }.sorted()
  }

  /// Returns why the request of `key` waits; `nil` if there is none or it runs.
  package func waiting(_ key: RequestKey, at now: Instant) -> Waiting? {
    waits(of: [key], at: now)[0]
  }

  /// Returns why the request of each key waits; `nil` if there is none or it runs. Values that all requests share are
  /// computed once.
  package func waits(of keys: [RequestKey], at now: Instant) -> [Waiting?] {
    var valuation: Shared<UserValuation>?
    return keys.map { key in
      guard let slot = requests.table.slot(of: key), let request = requests.table[slot],
        context.runs.run(of: key)?.sequence != request.value.sequence
      else { return nil }
      return context.waiting(request, inSlot: slot, of: requests, &valuation, at: now)
    }
  }

  /// Returns the wait history of the request of `key`; `nil` if there is none.
  package func history(of key: RequestKey, at now: Instant) -> WaitHistory? {
    requests.table.shared(key).map { context.history(of: $0, at: now) }
  }

  /// Returns the best time of the next 24 hours to refresh the app of `key`; `nil` if it is not needed.
  package func bestRefresh(_ key: RequestKey, at now: Instant) -> (score: Double, at: WallTime)? {
    requests.table.shared(key).flatMap { context.bestRefresh(for: $0.value, at: now) }
  }

  /// Returns the bytes of the texts that a description of a request, or of an app task whose request is consumed, can
  /// contain: of its terms and of its checkpoint. 0 if there is neither.
  package func describedTextSize(of key: RequestKey) -> Int {
    let queued = requests.table.shared(key)?.value
    guard let request = queued ?? runningTask(key) else { return 0 }
    let terms = queued == nil ? request.textSize : requests.table.textSize(of: key)
    return terms + (request.progress.checkpoint.data?.utf8.count ?? 0)
  }

  // MARK: Failures

  /// Permanently failed requests, in the order of their failures.
  package var failedRequests: [Request] { Array(requests.failed.all) }

  package var failedCount: Int { requests.failed.count }

  package func failedRequest(_ key: RequestKey) -> Request? { requests.failed[key] }

  // MARK: Apps

  /// Apps in the order of their keys.
  package var allApps: [App] { context.apps.all }

  package func app(_ key: AppKey) -> App? { context.apps[key] }

  /// The processes of apps, oldest first.
  package var processes: [AppProcess] { Array(context.processes.all) }

  package func process(_ id: RunID) -> AppProcess? { context.processes[id] }

  /// Returns the process that receives an app's tasks; otherwise one that is ending, if there is one.
  package func process(of app: AppKey) -> AppProcess? {
    context.processes.current(of: app) ?? context.processes.all.last { $0.app == app }
  }

  // MARK: Runs

  /// The live runs, oldest first.
  package var runs: [Run] { context.runs.active.all.map(\.run) }

  /// Returns the live run of `key`; `nil` if there is none.
  package func run(of key: RequestKey) -> Run? { context.runs.run(of: key) }

  /// The number of live runs.
  package var runCount: Int { context.runs.active.count }

  /// Whether there is no run, and no process of an app but those that users have started themselves (`isUsers`).
  package var isIdle: Bool {
    context.runs.active.isEmpty && !context.processes.all.contains { !$0.isUsers }
  }

  /// The number of live runs that are not frozen: their time cannot be skipped.
  package var runningCount: Int { context.runs.active.all.count { !$0.run.isFrozen } }

  /// The live runs that are not frozen.
  package var running: [Run] { context.runs.active.all.map(\.run).filter { !$0.isFrozen } }

  /// Whether the scheduler starts nothing more, because the daemon is about to stop.
  package var isStopping: Bool { context.runs.isDraining }

  /// Whether a run or a condition check is in progress.
  package var isBusy: Bool { !context.runs.active.isEmpty || isTryingConditions }

  /// Whether a condition check is in progress.
  package var isTryingConditions: Bool { context.checks.isTrying }

  /// Whether the machine is about to sleep and no run must end before.
  package var isReadyToSleep: Bool {
    device.isGoingToSleep && !context.runs.active.all.contains { endsBeforeSleep($0.run) }
  }

  /// The runs that prevent sleep: those that ask for it, on external power.
  package var runsThatPreventSleep: [Run] {
    guard !device.raw.isOnBattery else { return [] }
    return context.runs.active.all.filter { $0.request?.terms.run.preventsSleep == true }.map(\.run)
  }

  /// Records from now on why each run was started, for `removeDecision`.
  package mutating func keepDecisions() { context.runs.keepDecisions() }

  /// Returns and removes the reason for the start of a run; `nil` if it was not recorded, or is already removed.
  package mutating func removeDecision(behind run: RunID) -> Explanation? {
    context.runs.removeDecision(behind: run)
  }

  // MARK: The device

  package var device: DeviceView {
    _read { yield context.device.view }
  }

  package var readings: DeviceReadings {
    _read { yield context.device.readings }
  }

  /// The values to poll: all values during a run; otherwise the values that requests wait for.
  package var pollingNeeds: PollingNeeds {
    guard readings.isRead, !readings.overrides.isFrozen else { return [] }
    if !context.runs.active.isEmpty { return .all }
    // Idle processes that wait for their next task are ended if memory is short.
    let awaited = requests.awaitedReadings
    return context.processes.all.contains(where: \.isSpare) ? awaited.union(.memory) : awaited
  }

  /// Returns whether a request of `owner` names `path`. Others cannot see the path's state, unless they may see all.
  package func isNamed(_ path: ExactString, by owner: UInt32) -> Bool {
    requests.table.isNamed(path, by: owner)
  }

  /// Returns `name`, a network of the machine, as `owner` may see it: a question mark if it is neither a VPN nor named
  /// by a request of that user.
  package func shown(network name: ExactString, to owner: UInt32) -> ExactString {
    name == NetworkName.vpn || requests.table.isNamed(network: name, by: owner) ? name : "?"
  }

  /// Returns the number of requests of `owner` that wait for a change of `pathOrKey`.
  package func observerCount(of pathOrKey: ExactString, by owner: UInt32) -> Int {
    requests.observers.requests(watching: pathOrKey, of: owner).count
  }

  /// The owners whose requests wait, or have waited, for path changes, each with a number that rises with every
  /// change of their paths.
  package var observedPathVersions: [(owner: UInt32, version: Int)] {
    requests.observers.pathVersions
  }

  /// Returns the paths whose changes requests of `owner` await, in order.
  package func observedPaths(of owner: UInt32) -> [ExactString] {
    requests.observers.paths(of: owner)
  }

  /// The paths that requests name, in order.
  package var watchedPaths: [ExactString] { requests.table.paths }
}
