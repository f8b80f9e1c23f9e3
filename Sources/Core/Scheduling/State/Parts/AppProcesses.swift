import OrderedCollections

/// The processes of apps that there are, oldest first. Of one app at most one takes tasks.
///
/// After a commit that failed they are what the store holds; one that was killed meanwhile stays killed.
struct AppProcesses: Sendable {
  private let settings: Shared<Settings>
  private var processes: OrderedDictionary<RunID, AppProcess> = [:]
  /// Those that have asked for time to finish what they have begun. Not stored: a process says so again when it attaches.
  private var holders: OrderedSet<RunID> = []
  /// Those that report when they call the handler of a task. Not stored either, for the same reason.
  private var reporters: OrderedSet<RunID> = []
  /// Whether those that have ended had asked for time, and reported handlers.
  private var ended = LatestEnds<(isHeld: Bool, reportsHandlers: Bool)>()

  init(_ snapshot: Snapshot, settings: Shared<Settings>) {
    self.settings = settings
    for process in snapshot.processes.sorted(by: { $0.id < $1.id }) {
      processes[process.id] = process
    }
  }

  /// Takes over what is a fact of the outside, after a commit that failed.
  mutating func keepFacts(of failed: AppProcesses) {
    ended = failed.ended
    holders = OrderedSet(processes.keys.filter { failed.isHeld($0) || ended[$0]?.isHeld == true })
    reporters = OrderedSet(
      processes.keys.filter { failed.reportsHandlers($0) || ended[$0]?.reportsHandlers == true })
    for id in processes.keys {
      if failed[id]?.state == .ending { processes[id]?.state = .ending }
      if failed[id]?.isDebugged == true { processes[id]?.isDebugged = true }
    }
  }

  // MARK: Reading

  var isEmpty: Bool { processes.isEmpty }
  var all: some RandomAccessCollection<AppProcess> { processes.values }

  subscript(id: RunID) -> AppProcess? { processes[id] }

  /// The process that tasks of `app` are handed to; a user's, where there is one.
  func current(of app: AppKey) -> AppProcess? {
    let candidates = processes.values.filter { $0.app == app && $0.takesTasks }
    return candidates.last(where: \.isUsers) ?? candidates.last
  }

  /// The process of `app` that a user has started.
  func users(of app: AppKey) -> AppProcess? {
    processes.values.first { $0.app == app && $0.isUsers }
  }

  /// Whether something is left of a process of `app` that the daemon started.
  private func hasStarted(of app: AppKey) -> Bool {
    processes.values.contains { $0.app == app && !$0.isUsers && $0.state != .waiting }
  }

  /// When time alone changes the state of one.
  var nextMoment: AwakeTime? {
    var next: AwakeTime?
    for process in processes.values { next = earlier(next, deadline(of: process)) }
    return next
  }

  /// Until when it may be as it is.
  func deadline(of process: AppProcess) -> AwakeTime? {
    switch process.state {
    // Of a user's nothing tells that it is gone but that it does not come back.
    case .launching(let until): process.isDebugged && !process.isUsers ? nil : until
    case .idle(let since): since + idleTime(of: process)
    case .suspended(let since): since + settings.value.suspendedAppTime
    case .waiting, .active, .ending: nil
    }
  }

  /// How long it goes on without a task.
  func idleTime(of process: AppProcess) -> Duration {
    isHeld(process.id)
      ? max(settings.value.backgroundTaskTime, settings.value.idleAppTime)
      : settings.value.idleAppTime
  }

  func isHeld(_ id: RunID) -> Bool { holders.contains(id) }

  /// Whether it reports when it calls the handler of a task.
  func reportsHandlers(_ id: RunID) -> Bool { reporters.contains(id) }

  // MARK: Changes

  /// It asks for time to finish what it has begun, or needs it no more.
  mutating func hold(_ id: RunID, _ isHeld: Bool) {
    if isHeld { holders.append(id) } else { holders.remove(id) }
  }

  /// It reports when it calls the handler of a task.
  mutating func noteReporter(_ id: RunID) { reporters.append(id) }

  private mutating func put(_ process: AppProcess) -> [Effect] {
    processes[process.id] = process
    return [.change(.putProcess(process))]
  }

  /// Begins a process of `app` under a new number. It is launched at once where nothing is left of another.
  mutating func begin(_ id: RunID, of app: App, at now: Instant) -> [Effect] {
    let process = AppProcess(
      id: id, app: app.key, isUsers: false, state: .waiting, began: now)
    return hasStarted(of: app.key) ? put(process) : launch(process, app, at: now)
  }

  private mutating func launch(_ process: AppProcess, _ app: App, at now: Instant) -> [Effect] {
    var launched = process
    launched.state = .launching(until: now.awake + settings.value.launchTime)
    launched.began = now
    return put(launched) + [.promise(.launchApp(launched, app))]
  }

  /// Launches what has waited for the end of another process of `app`.
  mutating func launchWaiting(of app: App, at now: Instant) -> [Effect] {
    guard !hasStarted(of: app.key),
      let waiting = processes.values.first(where: { $0.app == app.key && $0.state == .waiting })
    else { return [] }
    return launch(waiting, app, at: now)
  }

  /// Takes in a process that a user has started.
  mutating func attach(
    _ id: RunID, of app: AppKey, as identity: AppProcess.Identity, at now: Instant
  ) -> [Effect] {
    var process = AppProcess(
      id: id, app: app, isUsers: true,
      state: .launching(until: nil), began: now)
    process.identity = identity
    return put(process)
  }

  /// Something has attached as the process of this number.
  mutating func bind(
    _ id: RunID, to identity: AppProcess.Identity, started: AwakeTime?, at now: Instant
  ) -> [Effect] {
    change(id) { process in
      process.identity = identity
      let began = process.began.awake
      process.launch.started = process.launch.started ?? started.map { max(.zero, $0 - began) }
      process.launch.attached = process.launch.attached ?? max(.zero, now.awake - began)
    }
  }

  /// It has registered its handlers.
  mutating func finishLaunch(of id: RunID, at now: Instant) -> [Effect] {
    change(id) { process in
      process.state = .active
      process.launch.finished = process.launch.finished ?? now.awake - process.began.awake
    }
  }

  /// It is handed a task.
  mutating func noteTask(for id: RunID, at now: Instant) -> [Effect] {
    change(id) { process in
      process.launch.handed = process.launch.handed ?? now.awake - process.began.awake
    }
  }

  /// It holds locks while it is suspended.
  mutating func note(locks: [String], of id: RunID) -> [Effect] {
    change(id) { $0.locks = locks }
  }

  /// A debugger holds it.
  mutating func noteDebugger(of id: RunID) -> [Effect] {
    change(id) { $0.isDebugged = true }
  }

  mutating func set(_ state: AppProcess.State, of id: RunID) -> [Effect] {
    change(id) { process in
      process.state = state
      process.locks = []
    }
  }

  /// It is handed nothing any more: it cannot be killed, and has not stopped in time.
  mutating func mistrust(_ id: RunID) -> [Effect] {
    change(id) { $0.isMistrusted = true }
  }

  private mutating func change(
    _ id: RunID, _ body: (inout AppProcess) -> Void
  ) -> [Effect] {
    guard var process = processes[id] else { return [] }
    body(&process)
    return process == processes[id] ? [] : put(process)
  }

  /// Takes out a process of which nothing is left.
  mutating func remove(_ id: RunID) -> [Effect] {
    let wasHeld = holders.remove(id) != nil
    let reported = reporters.remove(id) != nil
    if wasHeld || reported { ended.note((wasHeld, reported), of: id) }
    return processes.removeValue(forKey: id) == nil ? [] : [.change(.removeProcess(id))]
  }
}
