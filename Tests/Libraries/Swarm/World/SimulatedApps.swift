import Scheduling

/// A process of an app, as the outside knows it.
struct SimulatedProcess {
  /// A task that it was handed.
  struct Task {
    let run: Run
    /// When its handler is called; `nil` if that has happened, or its process does not report it.
    var begins: AwakeTime?
    /// When it completes; nil where it never does by itself.
    var completes: AwakeTime?
    let succeeds: Bool
    /// How long it takes to complete once it expires; nil where it does not care.
    let obeysAfter: Duration?
    /// When it was told to expire.
    var warned: AwakeTime?
    /// When it reports progress next, and how often it does; nil never.
    var progresses: AwakeTime?
    var progressInterval: Duration?
    /// When it was handed over, told so again, or last reported progress.
    var heard: AwakeTime
  }

  let pid: Int32
  let app: AppKey
  /// Its number; nil for a user's that has not attached yet.
  var id: RunID?
  let isUsers: Bool
  /// Whether it reports when it calls a handler.
  var reportsHandlers = false
  /// When it tries to attach; nil never, or where it has.
  var attaches: AwakeTime?
  /// When it has registered its handlers, once it is attached; nil never, or where it has said so.
  var finishes: AwakeTime?
  var isAttached = false
  /// Whether it has said that it has.
  var hasFinished = false
  /// When it ends by itself; nil never.
  var ends: AwakeTime?
  var finish = ProcessExit(exit: 0)
  var isFrozen = false
  /// A debugger holds it, which the daemon has been told.
  var isDebugged = false
  var killed: AwakeTime?
  var tasks: [Task] = []

  /// When something happens to it next.
  var next: AwakeTime? {
    if let killed { return killed }
    if isFrozen { return nil }
    // It tells while it is attached, and what it could not tell then.
    let tells =
      isAttached
      ? [finishes] + tasks.map(\.begins) + tasks.map(\.completes) + tasks.map(\.progresses) : []
    return ([attaches, ends] + tells).compactMap(\.self).min()
  }
}

/// All processes of apps, and what they have to tell.
struct SimulatedApps {
  enum Happening {
    case attaches(pid: Int32)
    case finishesLaunch(RunID)
    case begins(RunID)
    case completes(RunID, success: Bool)
    case progresses(RunID)
    /// A process that the daemon started is gone.
    case ended(RunID, ProcessExit)
    /// A process that a user started is gone.
    case detached(RunID)
  }

  private(set) var alive: [SimulatedProcess] = []
  /// Ends of processes that the daemon has not recorded yet; `isTold` where it has heard of it.
  private(set) var ends: [(process: RunID, finish: ProcessExit, isTold: Bool)] = []
  private var lastPID: Int32 = 100
  /// Runs whose process ended before it called their handlers, and has a daemon that knows that.
  private(set) var lost: Set<RunID> = []

  subscript(id: RunID) -> SimulatedProcess? { alive.first { $0.id == id } }

  mutating func with(_ id: RunID, _ body: (inout SimulatedProcess) -> Void) {
    if let index = alive.firstIndex(where: { $0.id == id }) { body(&alive[index]) }
  }

  mutating func with(pid: Int32, _ body: (inout SimulatedProcess) -> Void) {
    if let index = alive.firstIndex(where: { $0.pid == pid }) { body(&alive[index]) }
  }

  /// Somebody has reported progress of this task.
  mutating func hear(of run: RunID, at now: AwakeTime) {
    for process in alive.indices {
      for task in alive[process].tasks.indices where alive[process].tasks[task].run.id == run {
        alive[process].tasks[task].heard = now
      }
    }
  }

  mutating func takePID() -> Int32 {
    lastPID += 1
    return lastPID
  }

  mutating func begin(_ process: SimulatedProcess) { alive.append(process) }

  mutating func forget(_ process: RunID) { ends.removeAll { $0.process == process } }

  // MARK: Time

  var next: AwakeTime? {
    ends.contains { !$0.isTold } ? AwakeTime(nanoseconds: 0) : alive.compactMap(\.next).min()
  }

  /// What happens by `now`.
  mutating func advance(to now: AwakeTime) -> [Happening] {
    var happenings: [Happening] = []
    for index in alive.indices { advance(&alive[index], to: now, &happenings) }
    for process in alive where process.isOver(at: now) {
      guard let id = process.id else { continue }
      if process.isAttached {
        lost.formUnion(process.tasks.filter { $0.begins != nil }.map(\.run.id))
      }
      if process.isUsers {
        if process.isAttached { happenings.append(.detached(id)) }
      } else {
        ends.append((id, process.finish, false))
      }
    }
    alive.removeAll { $0.isOver(at: now) }
    for index in ends.indices where !ends[index].isTold {
      ends[index].isTold = true
      happenings.append(.ended(ends[index].process, ends[index].finish))
    }
    return happenings
  }

  private func advance(
    _ process: inout SimulatedProcess, to now: AwakeTime, _ happenings: inout [Happening]
  ) {
    if process.isFrozen || process.isOver(at: now) { return }
    if let moment = process.attaches, moment <= now {
      process.attaches = nil
      happenings.append(.attaches(pid: process.pid))
    }
    if process.isAttached, let id = process.id, let moment = process.finishes, moment <= now {
      process.finishes = nil
      process.hasFinished = true
      happenings.append(.finishesLaunch(id))
    }
    guard process.isAttached else { return }
    for index in process.tasks.indices {
      guard let moment = process.tasks[index].begins, moment <= now else { continue }
      process.tasks[index].begins = nil
      happenings.append(.begins(process.tasks[index].run.id))
    }
    for index in process.tasks.indices {
      let task = process.tasks[index]
      guard let moment = task.progresses, moment <= now else { continue }
      process.tasks[index].progresses = task.progressInterval.map { now + $0 }
      process.tasks[index].heard = now
      happenings.append(.progresses(task.run.id))
    }
    for task in process.tasks {
      guard let moment = task.completes, moment <= now else { continue }
      happenings.append(.completes(task.run.id, success: task.succeeds))
    }
    process.tasks.removeAll { $0.completes.map { $0 <= now } ?? false }
  }

  // MARK: Restarts

  /// The daemon is gone. What does not outlive it is gone, too; all else has lost its connection.
  mutating func loseDaemon(outlives: Bool) {
    if !outlives {
      alive.removeAll { !$0.isUsers }
      ends = []
    }
    // The next one does not know what was reported to this.
    lost = []
    for index in ends.indices { ends[index].isTold = true }
    for index in alive.indices { alive[index].isAttached = false }
  }

  mutating func loseMachine() { (alive, ends) = ([], []) }

  /// A daemon is there again: what lives attaches once more.
  mutating func reattach(at moment: AwakeTime) {
    for index in alive.indices where !alive[index].isAttached {
      if alive[index].attaches == nil { alive[index].attaches = moment }
      // It says so once more.
      if alive[index].hasFinished { alive[index].finishes = moment }
    }
  }

  /// What has become of `processes`; whatever else there is of the daemon's ends.
  mutating func recover(_ processes: [AppProcess]) -> [RunID: FoundRun] {
    let known = Set(processes.map(\.id))
    alive.removeAll { process in !process.isUsers && !known.contains(process.id ?? 0) }
    ends.removeAll { !known.contains($0.process) }
    var found: [RunID: FoundRun] = [:]
    for index in alive.indices where !known.contains(alive[index].id ?? 0) {
      // A user's process that this daemon has not heard of.
      (alive[index].id, alive[index].tasks) = (nil, [])
    }
    for process in processes {
      if self[process.id] != nil {
        found[process.id] = .alive
      } else if let end = ends.first(where: { $0.process == process.id }) {
        found[process.id] = .ended(end.finish)
      }
    }
    return found
  }

  /// That a task expires, and was not recorded, counts from when it is told again.
  mutating func forgetWarnings(except runs: [Run]) {
    let warned = Set(runs.filter { !$0.mayExpire }.map(\.id))
    for index in alive.indices {
      for place in alive[index].tasks.indices
      where !warned.contains(alive[index].tasks[place].run.id) {
        alive[index].tasks[place].warned = nil
      }
    }
  }

  /// From now on nothing goes wrong any more.
  mutating func calm(at now: AwakeTime) {
    for index in alive.indices {
      // What hangs is ended by whoever looks after it.
      alive[index].ends = now
      alive[index].finish = ProcessExit(signal: 15)
    }
  }
}

extension SimulatedProcess {
  fileprivate func isOver(at now: AwakeTime) -> Bool {
    if let killed { return killed <= now }
    return !isFrozen && ends.map { $0 <= now } ?? false
  }
}
