/// A block of an app that a queue runs at a deadline.
struct HeldTimer: Sendable {
  let context: ExecutionContext
  let delay: Duration
  /// The deadline, as time since the start of the bench.
  var deadline = Duration.zero
  let fire: @Sendable () -> Void

  init(context: ExecutionContext, delay: Duration, fire: @escaping @Sendable () -> Void) {
    (self.context, self.delay, self.fire) = (context, delay, fire)
  }
}

/// Delayed blocks of an app, by number.
struct HeldTimers {
  private var all: [Int: HeldTimer] = [:]

  subscript(_ number: Int) -> HeldTimer? { all[number] }

  /// Adds a timer with its number. Its deadline is the virtual time since the start of the bench.
  mutating func add(_ timer: HeldTimer, _ number: Int, until deadline: Duration) {
    var timer = timer
    timer.deadline = deadline
    all[number] = timer
  }

  mutating func remove(_ number: Int) -> HeldTimer? { all.removeValue(forKey: number) }

  /// Returns the timer with the earliest deadline, without those of suspended processes; `nil` if there is none.
  ///
  /// - Parameter isSuspended: Whether time does not pass for a process.
  func next(unless isSuspended: (Int64) -> Bool) -> (number: Int, deadline: Duration)? {
    let running = all.filter { !isSuspended($1.context.process) }
    // Of equal deadlines, the older timer is first.
    let first = running.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    return first.map { (number: $0.key, deadline: $0.value.deadline) }
  }

  /// Whether a timer of a process is due by `deadline`.
  func contains(_ process: Int64, until deadline: Duration) -> Bool {
    all.values.contains { $0.context.process == process && $0.deadline <= deadline }
  }

  /// Removes the timers of a process that has ended.
  ///
  /// - Returns: The removed timers, to be released without the lock.
  mutating func drop(_ process: Int64) -> [HeldTimer] {
    let dropped = all.filter { $1.context.process == process }
    for number in dropped.keys { all[number] = nil }
    return Array(dropped.values)
  }
}
