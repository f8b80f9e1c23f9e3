import OrderedCollections

/// The existing processes of apps, oldest first. At most one of an app accepts tasks.
///
/// After a failed commit, the stored processes are restored; one that was killed meanwhile stays killed.
struct AppProcesses: Sendable {
  private let settings: Shared<Settings>
  private var processes: OrderedDictionary<RunID, AppProcess> = [:]
  /// Processes that asked for time to finish their work. Not stored: a process asks again when it attaches.
  private var needingTime: OrderedSet<RunID> = []
  /// Processes that report when they call the handler of a task. Not stored, for the same reason.
  private var reporters: OrderedSet<RunID> = []
  /// Whether recently ended processes had asked for time, and reported handlers. Needed only if the commit of the end
  /// fails.
  private var endedProcesses = LatestEnds<(neededTime: Bool, reportedHandlers: Bool)>()

  init(_ snapshot: Snapshot, settings: Shared<Settings>) {
    self.settings = settings
    for process in snapshot.processes.sorted(by: { $0.id < $1.id }) {
      processes[process.id] = process
    }
  }

  /// Takes over from `failed`, the state whose commit failed, the state that a rollback cannot undo: which processes
  /// have asked for time, report handlers, are being killed, or have a debugger.
  mutating func keepExternalState(of failed: AppProcesses) {
    endedProcesses = failed.endedProcesses
    // A process that has ended in `failed` exists again, until its end is reported once more.
    needingTime = OrderedSet(
      processes.keys.filter { id in
        failed.needsTime(id) || endedProcesses[id]?.neededTime == true
      })
    reporters = OrderedSet(
      processes.keys.filter { id in
        failed.reportsHandlers(id) || endedProcesses[id]?.reportedHandlers == true
      })
    for id in processes.keys {
      if failed[id]?.state == .ending { processes[id]?.state = .ending }
      if failed[id]?.isDebugged == true { processes[id]?.isDebugged = true }
    }
  }

  // MARK: Reading

  var isEmpty: Bool { processes.isEmpty }
  var all: some RandomAccessCollection<AppProcess> { processes.values }

  subscript(id: RunID) -> AppProcess? { processes[id] }

  /// Returns the process that receives the tasks of `app`, preferably one that its user has started; `nil` if there is
  /// none.
  func current(of app: AppKey) -> AppProcess? {
    let candidates = processes.values.filter { $0.app == app && $0.acceptsTasks }
    return candidates.last(where: \.isUsers) ?? candidates.last
  }

  /// Returns the process of `app` that a user has started; `nil` if there is none.
  func usersProcess(of app: AppKey) -> AppProcess? {
    processes.values.first { $0.app == app && $0.isUsers }
  }

  /// Returns whether a process of `app` that the daemon started still exists.
  private func hasOwnProcess(of app: AppKey) -> Bool {
    processes.values.contains { $0.app == app && !$0.isUsers && $0.state != .waiting }
  }

  /// The next moment at which time changes the state of a process; `nil` if there is none.
  var nextMoment: AwakeTime? {
    var next: AwakeTime?
    for process in processes.values { next = earlier(next, deadline(of: process)) }
    return next
  }

  /// Returns the time at which the present state of the process must end: its launch, its idle time or its suspension.
  /// `nil` if the state has no time limit.
  func deadline(of process: AppProcess) -> AwakeTime? {
    switch process.state {
    // A debugger may delay a launch. But if a user's process does not attach again in time, it has ended: there is no
    // other sign.
    case .launching(let until): process.isDebugged && !process.isUsers ? nil : until
    case .idle(let since): since + idleTime(of: process)
    case .suspended(let since): since + settings.value.suspendedAppTime
    case .waiting, .active, .ending: nil
    }
  }

  /// Returns how long `process` stays idle before it is suspended: longer if it has asked for time to finish its work.
  func idleTime(of process: AppProcess) -> Duration {
    needsTime(process.id)
      ? max(settings.value.backgroundTaskTime, settings.value.idleAppTime)
      : settings.value.idleAppTime
  }

  /// Returns whether the process has asked for time to finish its work.
  func needsTime(_ id: RunID) -> Bool { needingTime.contains(id) }

  /// Returns whether the process reports when it calls the handler of a task.
  func reportsHandlers(_ id: RunID) -> Bool { reporters.contains(id) }

  // MARK: Changes

  /// Notes whether a process needs time to finish its work.
  mutating func note(needsTime: Bool, _ id: RunID) {
    if needsTime { needingTime.append(id) } else { needingTime.remove(id) }
  }

  /// Notes that a process reports when it calls the handler of a task.
  mutating func noteReporter(_ id: RunID) { reporters.append(id) }

  /// Stores `process`, and returns the change that records it.
  private mutating func put(_ process: AppProcess) -> [Effect] {
    processes[process.id] = process
    return [.change(.putProcess(process))]
  }

  /// Creates a process of `app` under a new number. It is launched immediately if no earlier one is left.
  mutating func begin(_ id: RunID, of app: App, at now: Instant) -> [Effect] {
    let process = AppProcess(
      id: id, app: app.key, isUsers: false, state: .waiting, began: now)
    return hasOwnProcess(of: app.key) ? put(process) : launch(process, app, at: now)
  }

  /// Marks `process` as launching, for at most `launchTime`. Returns the effects that record and launch it.
  private mutating func launch(_ process: AppProcess, _ app: App, at now: Instant) -> [Effect] {
    var launched = process
    launched.state = .launching(until: now.awake + settings.value.launchTime)
    launched.began = now
    return put(launched) + [.afterCommit(.launchApp(launched, app))]
  }

  /// Launches the process that waited for the end of another process of `app`. Returns no effects if none waits, or if
  /// another process that the daemon started still exists.
  mutating func launchWaiting(of app: App, at now: Instant) -> [Effect] {
    guard !hasOwnProcess(of: app.key),
      let waiting = processes.values.first(where: { $0.app == app.key && $0.state == .waiting })
    else { return [] }
    return launch(waiting, app, at: now)
  }

  /// Adds a process that a user has started and that attaches now, under the new number `id`. Returns the change.
  mutating func attach(
    _ id: RunID, of app: AppKey, as identity: AppProcess.Identity, at now: Instant
  ) -> [Effect] {
    var process = AppProcess(
      id: id, app: app, isUsers: true,
      state: .launching(until: nil), began: now)
    process.identity = identity
    return put(process)
  }

  /// Notes that the process `identity` has attached as the process `id`, and how long after its launch it started and
  /// attached. Returns the change; empty if nothing has changed.
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

  /// Marks the process `id` as active, since it has registered its handlers. Returns the change.
  mutating func endLaunch(of id: RunID, at now: Instant) -> [Effect] {
    change(id) { process in
      process.state = .active
      process.launch.finished = process.launch.finished ?? now.awake - process.began.awake
    }
  }

  /// Notes the time at which the process `id` gets its first task. Returns the change; empty if that is already known.
  mutating func noteTask(for id: RunID, at now: Instant) -> [Effect] {
    change(id) { process in
      process.launch.handed = process.launch.handed ?? now.awake - process.began.awake
    }
  }

  /// Notes that the process `id` holds locks on the files `locks` while it is suspended. Returns the change.
  mutating func note(locks: [String], of id: RunID) -> [Effect] {
    change(id) { $0.locks = locks }
  }

  /// Notes that a debugger holds the process `id`. Returns the change; empty if that is already known.
  mutating func noteDebugger(of id: RunID) -> [Effect] {
    change(id) { $0.isDebugged = true }
  }

  /// Sets the state of the process `id`, and clears its noted locks. Returns the change; empty if nothing has changed.
  mutating func set(_ state: AppProcess.State, of id: RunID) -> [Effect] {
    change(id) { process in
      process.state = state
      process.locks = []
    }
  }

  /// Notes that the process `id` receives no more tasks. It is a user's, so it cannot be killed, and has not stopped a
  /// task in time. Returns the change.
  mutating func mistrust(_ id: RunID) -> [Effect] {
    change(id) { $0.isMistrusted = true }
  }

  /// Changes the process `id` by `body`. Returns the effect that records it; empty if the process is unknown, or if
  /// nothing has changed.
  private mutating func change(
    _ id: RunID, _ body: (inout AppProcess) -> Void
  ) -> [Effect] {
    guard var process = processes[id] else { return [] }
    body(&process)
    return process == processes[id] ? [] : put(process)
  }

  /// Removes the process `id`, which no longer exists, and returns the change. Remembers whether it had asked for time
  /// or reported handlers, in case the commit fails.
  mutating func remove(_ id: RunID) -> [Effect] {
    let neededTime = needingTime.remove(id) != nil
    let reportedHandlers = reporters.remove(id) != nil
    if neededTime || reportedHandlers {
      endedProcesses.note((neededTime, reportedHandlers), of: id)
    }
    return processes.removeValue(forKey: id) == nil ? [] : [.change(.removeProcess(id))]
  }
}
