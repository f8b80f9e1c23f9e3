import Scheduling

/// A process of an app, as seen from the outside.
struct SimulatedProcess {
  /// A task that was delivered to the process.
  struct Task {
    let run: Run
    /// The time at which its handler is called; `nil` if that has happened, or if the process does not report it.
    var begins: AwakeTime?
    /// The time at which the task completes; `nil` if it never completes without a request to expire.
    var completes: AwakeTime?
    let succeeds: Bool
    /// The time from the expiration to the completion; `nil` if the task ignores its expiration.
    let obeysAfter: Duration?
    /// The time at which the task was notified that it expires.
    var warned: AwakeTime?
    /// The time of its next report of progress, and the interval of the reports; `nil` if it reports none.
    var progresses: AwakeTime?
    var progressInterval: Duration?
    /// The time at which the task was delivered, delivered again, or last reported progress.
    var heard: AwakeTime
  }

  let pid: Int32
  let app: AppKey
  /// The id of the process; `nil` for a user's process that has not attached yet.
  var id: RunID?
  let isUsers: Bool
  /// Whether the process reports calls of its handlers.
  var reportsHandlers = false
  /// The time at which the process tries to attach; `nil` if it never does, or has already.
  var attaches: AwakeTime?
  /// The time at which the attached process has registered its handlers; `nil` if it never does, or has already
  /// reported so.
  var finishes: AwakeTime?
  var isAttached = false
  /// Whether the process has reported that its launch has finished.
  var hasFinished = false
  /// The time at which the process ends without a signal; `nil` if it never does.
  var ends: AwakeTime?
  var finish = ProcessExit(exit: 0)
  var isFrozen = false
  /// Whether a debugger has stopped the process, which was reported to the daemon.
  var isDebugged = false
  var killed: AwakeTime?
  var tasks: [Task] = []

  /// The time of the next event of the process.
  var next: AwakeTime? {
    if let killed { return killed }
    if isFrozen { return nil }
    // An attached process sends its reports, including those that it could not send before.
    let tells =
      isAttached
      ? [finishes] + tasks.map(\.begins) + tasks.map(\.completes) + tasks.map(\.progresses) : []
    return ([attaches, ends] + tells).compactMap(\.self).min()
  }
}

/// All processes of apps, and the reports that they are still to send.
struct SimulatedApps {
  enum Happening {
    case attaches(pid: Int32)
    case finishesLaunch(RunID)
    case begins(RunID)
    case completes(RunID, success: Bool)
    case progresses(RunID)
    /// A process that the daemon started has ended.
    case ended(RunID, ProcessExit)
    /// A process that a user started has ended.
    case detached(RunID)
  }

  private(set) var alive: [SimulatedProcess] = []
  /// Ends of processes that the daemon has not recorded yet; `isTold` is whether the end was reported.
  private(set) var ends: [(process: RunID, finish: ProcessExit, isTold: Bool)] = []
  private var lastPID: Int32 = 100
  /// Runs whose process ended before it called their handlers, if the present daemon knows about that.
  private(set) var lost: Set<RunID> = []

  subscript(id: RunID) -> SimulatedProcess? { alive.first { $0.id == id } }

  mutating func with(_ id: RunID, _ body: (inout SimulatedProcess) -> Void) {
    if let index = alive.firstIndex(where: { $0.id == id }) { body(&alive[index]) }
  }

  mutating func with(pid: Int32, _ body: (inout SimulatedProcess) -> Void) {
    if let index = alive.firstIndex(where: { $0.pid == pid }) { body(&alive[index]) }
  }

  /// Notes a report of progress of this task, by any caller.
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

  /// Returns the events until `now`.
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

  /// Called when the daemon ends. Removes the processes that end with it; the others lose their connection.
  mutating func loseDaemon(outlives: Bool) {
    if !outlives {
      alive.removeAll { !$0.isUsers }
      ends = []
    }
    // The next daemon does not know the reports to this one.
    lost = []
    for index in ends.indices { ends[index].isTold = true }
    for index in alive.indices { alive[index].isAttached = false }
  }

  mutating func loseMachine() { (alive, ends) = ([], []) }

  /// Makes the live processes attach to the new daemon.
  mutating func reattach(at moment: AwakeTime) {
    for index in alive.indices where !alive[index].isAttached {
      if alive[index].attaches == nil { alive[index].attaches = moment }
      // The process reports the end of its launch again.
      if alive[index].hasFinished { alive[index].finishes = moment }
    }
  }

  /// Returns the state in which `processes` are found, and ends all others that a daemon has started.
  mutating func recover(_ processes: [AppProcess]) -> [RunID: FoundRun] {
    let known = Set(processes.map(\.id))
    alive.removeAll { process in !process.isUsers && !known.contains(process.id ?? 0) }
    ends.removeAll { !known.contains($0.process) }
    var found: [RunID: FoundRun] = [:]
    for index in alive.indices where !known.contains(alive[index].id ?? 0) {
      // A user's process that this daemon does not know.
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

  /// Clears warnings that were not recorded: the grace of the task starts again with the next warning.
  mutating func forgetWarnings(except runs: [Run]) {
    let warned = Set(runs.filter { !$0.mayExpire }.map(\.id))
    for index in alive.indices {
      for place in alive[index].tasks.indices
      where !warned.contains(alive[index].tasks[place].run.id) {
        alive[index].tasks[place].warned = nil
      }
    }
  }

  /// Stops all faults.
  mutating func calm(at now: AwakeTime) {
    for index in alive.indices {
      // In the calm every process ends, as a user would end one that hangs.
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
