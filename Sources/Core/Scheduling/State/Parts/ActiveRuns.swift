import OrderedCollections

/// The runs that live, oldest first: the state of each, and when it must be told to stop.
///
/// What changes a state says what follows from that, for the effects of the event.
struct ActiveRuns: Sendable {
  private var runs: OrderedDictionary<RunID, ActiveRun> = [:]
  /// Of runs that have ended, the reports of their apps, and whether a debugger had held them.
  private var ended = LatestEnds<(handlers: TaskHandlers, isDebugged: Bool)>()
  /// Above all numbers that were ever used.
  private(set) var nextID: RunID

  init(nextID: RunID) {
    self.nextID = nextID
  }

  var all: some RandomAccessCollection<ActiveRun> { runs.values }
  var count: Int { runs.count }
  var isEmpty: Bool { runs.isEmpty }

  subscript(id: RunID) -> ActiveRun? { runs[id] }

  /// The run of `key`; of several the one that began last.
  subscript(key: RequestKey) -> ActiveRun? {
    runs.values.last { $0.run.key == key }
  }

  /// Whether a run of `key` lives.
  func isRunning(_ key: RequestKey) -> Bool {
    for entry in runs.values where entry.run.key == key { return true }
    return false
  }

  /// A number for a run, which nothing else will have.
  mutating func takeID() -> RunID {
    defer { nextID += 1 }
    return nextID
  }

  /// Takes in a run that begins, or one that an earlier daemon began.
  mutating func add(_ run: ActiveRun) { runs[run.run.id] = run }

  /// Takes out a run of which nothing is left.
  mutating func remove(_ id: RunID) -> ActiveRun? {
    guard let entry = runs.removeValue(forKey: id) else { return nil }
    if entry.run.isTask { ended.note((entry.handlers, entry.isDebugged), of: id) }
    return entry
  }

  /// The entry of a run that lives, where a commit failed after the state `failed` was reached: made of `run` and
  /// `request` if it has ended since, with the facts that were known of it.
  mutating func restored(
    _ run: Run, of request: Request?, after failed: ActiveRuns
  ) -> ActiveRun {
    ended = failed.ended
    if let entry = failed[run.id] { return entry }
    var entry = ActiveRun(run: run, request: request)
    guard let known = ended[run.id] else { return entry }
    (entry.handlers, entry.isDebugged) = known
    return entry
  }

  mutating func apply(
    _ transition: Run.Transition, to id: RunID, at now: AwakeTime
  ) -> [Effect] {
    runs[id]?.run.apply(transition, at: now) ?? []
  }

  /// The next step is launched in the same run: `run` and `request` are as they are for it.
  mutating func begin(step run: Run, of request: Request) {
    runs[run.id]?.run = run
    runs[run.id]?.request = request
  }

  /// Notes what the present step has used.
  mutating func addUse(of finish: ProcessExit, by id: RunID) {
    runs[id]?.run.addUse(of: finish)
  }

  /// Changes what a task has told of itself. Returns the change, where it is one.
  mutating func update(_ id: RunID, _ body: (inout Run) -> Void) -> [Effect] {
    guard var run = runs[id]?.run else { return [] }
    body(&run)
    if run == runs[id]?.run { return [] }
    runs[id]?.run = run
    return [.change(.putRun(run))]
  }

  mutating func set(quotaEnd: AwakeTime?, of id: RunID) { runs[id]?.quotaEnds = quotaEnd }

  /// Changes what is known of the handlers of a task.
  mutating func update(handlersOf id: RunID, _ body: (inout TaskHandlers) -> Void) {
    guard var handlers = runs[id]?.handlers else { return }
    body(&handlers)
    runs[id]?.handlers = handlers
  }

  mutating func exempt(_ id: RunID) { runs[id]?.isDebugged = true }
}

// What time alone does to runs.
extension ActiveRuns {
  /// Holds every run to its deadlines.
  mutating func supervise(at now: AwakeTime, _ settings: Settings) -> [Effect] {
    guard runs.values.contains(where: { !$0.isDebugged && $0.run.isDue(at: now, settings) }) else {
      return []
    }
    var effects: [Effect] = []
    for (id, entry) in runs where !entry.isDebugged {
      // More than once where the grace is none.
      while let run = runs[id]?.run, run.isDue(at: now, settings),
        let transition = run.dueTransition(at: now, settings)
      {
        effects += apply(transition, to: id, at: now)
      }
    }
    return effects
  }

  /// The first moment at which time alone changes the state of a run.
  func nextMoment(_ settings: Settings) -> AwakeTime? {
    var next: AwakeTime?
    for entry in runs.values where !entry.isDebugged {
      next = earlier(next, entry.run.nextMoment(settings))
    }
    return next
  }

  /// The first moment at which a run has used up its app's quota.
  var nextQuotaEnd: AwakeTime? {
    var next: AwakeTime?
    for entry in runs.values where !entry.isDebugged && entry.run.mayExpire {
      next = earlier(next, entry.quotaEnds)
    }
    return next
  }
}
