import OrderedCollections

/// The live runs, oldest first: the state of each, and when it must stop.
///
/// Methods that change a state return the effects for the event.
struct ActiveRuns: Sendable {
  private var runs: OrderedDictionary<RunID, ActiveRun> = [:]
  /// The last known state of tasks that have ended recently: the handler reports, whether a debugger had held the
  /// process, and the reason of a warning or kill. Needed only if the commit of the end fails.
  private var endedTasks = LatestEnds<
    (handlers: TaskHandlers, isDebugged: Bool, stopReason: StopReason?)
  >()
  /// Greater than every number used before.
  private(set) var nextID: RunID

  init(nextID: RunID) {
    self.nextID = nextID
  }

  var all: some RandomAccessCollection<ActiveRun> { runs.values }
  /// The numbers of all runs. The list is shared, and not copied by changes of runs.
  var ids: [RunID] { runs.keys.elements }
  var count: Int { runs.count }
  var isEmpty: Bool { runs.isEmpty }

  subscript(id: RunID) -> ActiveRun? { runs[id] }

  /// Returns the run of `key`; if there are several, the latest.
  subscript(key: RequestKey) -> ActiveRun? {
    runs.values.last { $0.run.key == key }
  }

  /// Returns whether `key` has a live run.
  func isRunning(_ key: RequestKey) -> Bool {
    for entry in runs.values where entry.run.key == key { return true }
    return false
  }

  /// Returns a new, unique number for a run or an app process.
  mutating func makeID() -> RunID {
    defer { nextID += 1 }
    return nextID
  }

  /// Adds a run that begins, or one that an earlier daemon began.
  mutating func add(_ run: ActiveRun) { runs[run.run.id] = run }

  /// Removes and returns the run `id`, which has ended; `nil` if it is not live. Remembers the last state of a task:
  /// `restored` needs it if the commit of its end fails.
  mutating func remove(_ id: RunID) -> ActiveRun? {
    guard let entry = runs.removeValue(forKey: id) else { return nil }
    if entry.run.isTask {
      let stopReason: StopReason? =
        switch entry.run.phase {
        case .expiring(let reason, _), .killed(let reason): reason
        default: nil
        }
      endedTasks.note((entry.handlers, entry.isDebugged, stopReason), of: id)
    }
    return entry
  }

  /// Returns the entry of a run after a failed commit, and copies the states of ended tasks from `failed`. Called on
  /// the state that was read from the store, for each of its live runs. A run that is live in `failed` keeps its entry
  /// there. A run that has ended there is live again. It gets a new entry of `run` and `request`, with the last state
  /// of its task.
  ///
  /// - Parameters:
  ///   - failed: The runs as the undone step had left them.
  ///   - apps: The apps as they were stored last.
  mutating func restored(
    _ run: Run, of request: Request?, after failed: ActiveRuns, _ apps: [App]
  ) -> ActiveRun {
    endedTasks = failed.endedTasks
    if var entry = failed[run.id] {
      // A force-quit of the app that is undone with the step has not cancelled its transfers.
      if run.stopReason != .gate(.forceQuit), entry.run.stopReason == .gate(.forceQuit),
        !apps.contains(where: { run.key.isOf($0.key) && $0.isForceQuit })
      {
        entry.run.replaceStopReason(by: .interrupted)
      }
      return entry
    }
    var entry = ActiveRun(run: run, request: request)
    guard let lastState = endedTasks[run.id] else { return entry }
    entry.handlers = lastState.handlers
    entry.isDebugged = lastState.isDebugged
    // It was warned already. A grace that is over prevents another warning in each step whose commit fails.
    if let stopReason = lastState.stopReason, run.mayExpire {
      entry.run.phase = .expiring(stopReason, until: run.started.awake)
    }
    return entry
  }

  /// Applies a transition to the run `id` and returns its effects; empty if the run is not live, or does not accept it.
  mutating func apply(
    _ transition: Run.Transition, to id: RunID, at now: AwakeTime
  ) -> [Effect] {
    runs[id]?.run.apply(transition, at: now) ?? []
  }

  /// Replaces the entry of a live run by `run` and `request`, which have already been updated for its next step.
  mutating func begin(step run: Run, of request: Request) {
    runs[run.id]?.run = run
    runs[run.id]?.request = request
  }

  /// Adds the resource use of the current step.
  mutating func addUse(of processExit: ProcessExit, by id: RunID) {
    runs[id]?.run.addUse(of: processExit)
  }

  /// Changes the run `id` by `body`. Returns the change that records it; empty if the run is not live, or stays the
  /// same.
  mutating func update(_ id: RunID, _ body: (inout Run) -> Void) -> [Effect] {
    guard var run = runs[id]?.run else { return [] }
    body(&run)
    if run == runs[id]?.run { return [] }
    runs[id]?.run = run
    return [.change(.putRun(run))]
  }

  /// Notes the last check of the quota of the run `id`.
  mutating func set(_ check: QuotaCheck, of id: RunID) { runs[id]?.quotaCheck = check }

  /// Changes the known state of the handlers of the task that runs as `id`. Does nothing if it is not live.
  mutating func update(handlersOf id: RunID, _ body: (inout TaskHandlers) -> Void) {
    guard var handlers = runs[id]?.handlers else { return }
    body(&handlers)
    runs[id]?.handlers = handlers
  }

  /// Notes that a debugger has held the process of the run `id`, so that the run has no time limits.
  mutating func removeTimeLimits(of id: RunID) { runs[id]?.isDebugged = true }
}

// Changes of runs by time only.
extension ActiveRuns {
  /// Applies to each run the transitions that are due by its deadlines, such as the end of its budget or grace, and
  /// returns their effects. A run with a debugger has no deadlines.
  mutating func supervise(at now: AwakeTime, _ settings: Shared<Settings>) -> [Effect] {
    let settings = settings.value
    // Nothing is due at most events. The loop below would copy the table.
    guard runs.values.contains(where: { !$0.isDebugged && $0.isDue(at: now, settings) }) else {
      return []
    }
    var effects: [Effect] = []
    for (id, entry) in runs where !entry.isDebugged {
      // Repeated: with a grace of zero, the kill is due together with the warning.
      while let entry = runs[id], entry.isDue(at: now, settings),
        let transition = entry.run.dueTransition(at: now, settings)
      {
        effects += apply(transition, to: id, at: now)
      }
    }
    return effects
  }

  /// Returns the first moment at which time changes the state of a run; `nil` if there is none.
  func nextMoment(_ settings: Settings) -> AwakeTime? {
    var next: AwakeTime?
    for entry in runs.values where !entry.isDebugged {
      next = earlier(next, entry.nextMoment(settings))
    }
    return next
  }

  /// The first moment at which a run has used up its app's quota; `nil` if there is none.
  var nextQuotaEnd: AwakeTime? {
    var next: AwakeTime?
    for entry in runs.values where !entry.isDebugged && entry.run.mayExpire {
      next = earlier(next, entry.quotaCheck?.ends)
    }
    return next
  }
}
