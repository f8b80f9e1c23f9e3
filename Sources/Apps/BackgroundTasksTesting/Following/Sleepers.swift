/// Code that sleeps on the clock of a bench.
struct Sleeper {
  let number: Int
  /// The deadline, as time since the start of the bench.
  let deadline: Duration
  let context: ExecutionContext?
  /// Whether the sleep is a time limit for other work of its context.
  let isLimit: Bool
  let continuation: CheckedContinuation<Void, any Error>
}

/// All code that sleeps on the clock of a bench.
struct Sleepers {
  private var all: [Sleeper] = []

  mutating func add(_ sleeper: Sleeper) { all.append(sleeper) }

  mutating func remove(_ number: Int) -> Sleeper? {
    all.firstIndex { $0.number == number }.map { all.remove(at: $0) }
  }

  /// Removes and returns all sleepers, to be resumed by the caller.
  mutating func removeAll() -> [Sleeper] {
    defer { all = [] }
    return all
  }

  /// Returns the sleeper with the earliest deadline, without those of suspended processes; `nil` if there is none.
  ///
  /// - Parameter isSuspended: Whether time does not pass for a process.
  func next(unless isSuspended: (Int64) -> Bool) -> Sleeper? {
    all.filter { $0.context.map { !isSuspended($0.process) } ?? true }
      .min { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
  }

  /// Whether code of a process sleeps.
  func contains(_ process: Int64) -> Bool { all.contains { $0.context?.process == process } }

  /// Whether code of a process sleeps that belongs to no run.
  func containsLaunch(of process: Int64) -> Bool {
    all.contains { $0.context?.process == process && $0.context?.run == nil }
  }

  /// Whether a run continues only if time passes.
  func holds(_ run: Int64) -> Bool { all.contains { $0.context?.run == run && !$0.isLimit } }

  /// Returns the process of a run whose code sleeps; `nil` if none of its code sleeps.
  func process(of run: Int64) -> Int64? { all.first { $0.context?.run == run }?.context?.process }
}
