// What others may ask. Asking changes nothing.
extension Scheduler {
  package var settings: Settings { context.settings.value }

  /// How far the user's clocks are ahead of UTC (see `LocalTime`).
  package var zoneSeconds: Int { context.clocks.zoneSeconds }

  /// The last time that requests were corrected with the clock, since this scheduler was made.
  package var clockCorrection: ClockCorrection? { context.clocks.correction }

  // MARK: Requests

  /// Every request, in no order that means anything.
  package var allRequests: [Request] { Array(requests.table.all) }

  package func request(_ key: RequestKey) -> Request? { requests[key] }

  /// The keys of all requests with this id, whoever owns them, in no order.
  package func keys(named id: String) -> [RequestKey] { requests.table.keys(named: id) }

  // All requests, one at a time: who looks at them between steps cannot hold a copy of all.

  /// One past the highest slot that `request(inSlot:)` knows.
  package var slotCount: Int { requests.table.slotCount }

  /// The request in a slot, which keeps it as long as it is there; nil where the slot is free.
  package func request(inSlot slot: Int) -> Request? {
    slot < requests.table.slotCount ? requests.table[slot]?.value : nil
  }

  /// Why the request of `key` runs or waits, or the task of an app whose request is consumed; nil where there is
  /// neither.
  package func explain(_ key: RequestKey, at now: Instant) -> Explanation? {
    (requests.table.shared(key) ?? runningTask(key).map { Shared($0) })
      .map { request in
        context.explanation(of: request, at: now) {
          requests.countBefore(request.value.key, in: context, at: now)
        }
      }
  }

  /// The keys of the tasks of apps that run and have no request any more, in the order in which they began.
  package var runningTasks: [RequestKey] {
    context.runs.active.all.lazy.map(\.run.key).filter { runningTask($0) != nil }
  }

  /// What the task of an app that runs under `key` was asked to be; nil where none runs, and where the app has
  /// submitted the next one already.
  package func runningTask(_ key: RequestKey) -> Request? {
    guard requests.table.shared(key) == nil, let entry = context.runs.active[key],
      entry.run.isTask
    else { return nil }
    return entry.request
  }

  /// The keys of all requests of an app, in order.
  package func keys(of app: AppKey) -> [RequestKey] {
    requests.table.all.lazy.map(\.key).filter { $0.owner == app.owner && $0.app == app.id }.sorted()
  }

  /// Why the request of `key` waits; nil where there is none or it runs.
  package func waiting(_ key: RequestKey, at now: Instant) -> Waiting? {
    guard let request = requests.table.shared(key),
      context.runs.run(of: key)?.sequence != request.value.sequence
    else { return nil }
    return context.waiting(request, among: requests, at: now)
  }

  /// How the request of `key` has waited; nil where there is none.
  package func history(of key: RequestKey, at now: Instant) -> WaitHistory? {
    requests.table.shared(key).map { context.history(of: $0, at: now) }
  }

  /// The best of the next 24 hours to refresh the app of `key`; nil where nobody asks.
  package func bestRefresh(_ key: RequestKey, at now: Instant) -> (score: Double, at: WallTime)? {
    requests.table.shared(key).flatMap { context.bestRefresh(for: $0.value, at: now) }
  }

  // MARK: Failures

  /// Requests that have failed for good, in the order in which they did.
  package var failedRequests: [Request] { Array(requests.failed.all) }

  package var failedCount: Int { requests.failed.count }

  package func failedRequest(_ key: RequestKey) -> Request? { requests.failed[key] }

  // MARK: Apps

  /// In the order of their keys.
  package var allApps: [App] { context.apps.all }

  package func app(_ key: AppKey) -> App? { context.apps[key] }

  /// The processes of apps, oldest first.
  package var processes: [AppProcess] { Array(context.processes.all) }

  package func process(_ id: RunID) -> AppProcess? { context.processes[id] }

  /// The process that tasks of an app are handed to; else one that is ending, if there is one.
  package func process(of app: AppKey) -> AppProcess? {
    context.processes.current(of: app) ?? context.processes.all.last { $0.app == app }
  }

  // MARK: Runs

  /// The runs that live, oldest first.
  package var runs: [Run] { context.runs.active.all.map(\.run) }

  /// The live run of `key`, if there is one.
  package func run(of key: RequestKey) -> Run? { context.runs.run(of: key) }

  /// How many runs live.
  package var runCount: Int { context.runs.active.count }

  /// Whether nothing is left of any run, nor of a process that was started for tasks.
  package var isIdle: Bool {
    context.runs.active.isEmpty && !context.processes.all.contains { !$0.isUsers }
  }

  /// How many runs live and are not frozen: their time cannot be skipped.
  package var runningCount: Int { context.runs.active.all.count { !$0.run.isFrozen } }

  /// Those runs.
  package var running: [Run] { context.runs.active.all.map(\.run).filter { !$0.isFrozen } }

  /// Whether it starts nothing more, because the daemon is about to stop.
  package var isStopping: Bool { context.runs.isDraining }

  /// Whether something was launched that is not over: a run, or the condition of a request.
  package var isBusy: Bool { !context.runs.active.isEmpty || isTryingConditions }

  /// Whether the condition of a request is being tried.
  package var isTryingConditions: Bool { context.checks.isTrying }

  /// Whether the machine is about to sleep and nothing has to end before.
  package var isReadyToSleep: Bool {
    device.isGoingToSleep && !context.runs.active.all.contains { endsBeforeSleep($0.run) }
  }

  /// The runs for which the machine is kept from sleeping: those that ask for it, on external power.
  package var runsThatPreventSleep: [Run] {
    guard !device.raw.isOnBattery else { return [] }
    return context.runs.active.all.filter { $0.request?.terms.run.preventsSleep == true }.map(\.run)
  }

  /// Keeps from now on, for each run that begins, why it was started: `takeDecision` gives it away.
  package mutating func keepDecisions() { context.runs.keepDecisions() }

  /// Why a run was started, as it was just before; nil where that was not kept, or is taken already.
  package mutating func takeDecision(behind run: RunID) -> Explanation? {
    context.runs.takeDecision(behind: run)
  }

  // MARK: The device

  package var device: DeviceView { context.device.view }

  package var readings: DeviceReadings { context.device.readings }

  /// What has to be read from time to time: all, while something runs; else what alone keeps something
  /// waiting.
  package var attention: PollingNeeds {
    guard readings.isRead, !readings.hold.isFrozen else { return [] }
    if !context.runs.active.isEmpty { return .all }
    // Processes that wait for their next task make room when memory is short.
    let readings = requests.awaitedReadings
    return context.processes.all.contains(where: \.isSpare) ? readings.union(.memory) : readings
  }

  /// Whether a request of `owner` asks for `path`: what it is, is told to nobody else but who sees all.
  package func isNamed(_ path: ExactString, by owner: UInt32) -> Bool {
    requests.table.isNamed(path, by: owner)
  }

  /// How many requests of `owner` wait for a change of `what`.
  package func observerCount(of what: ExactString, by owner: UInt32) -> Int {
    requests.observers.requests(watching: what, of: owner).count
  }

  /// Whose requests wait for changes of paths, or have done so, each with a number that rises with every change
  /// of those paths.
  package var observedPathVersions: [(owner: UInt32, version: Int)] {
    requests.observers.pathVersions
  }

  /// The paths of which requests of `owner` wait for a change, in order.
  package func observedPaths(of owner: UInt32) -> [ExactString] {
    requests.observers.paths(of: owner)
  }

  /// The paths that requests ask for, in order.
  package var watchedPaths: [ExactString] { requests.table.paths }
}
