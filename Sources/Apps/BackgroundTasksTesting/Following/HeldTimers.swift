/// A block that an app has a queue run at a moment.
struct HeldTimer: Sendable {
  let errand: Errand
  let delay: Duration
  /// After the beginning of the bench.
  var deadline = Duration.zero
  let fire: @Sendable () -> Void

  init(errand: Errand, delay: Duration, fire: @escaping @Sendable () -> Void) {
    (self.errand, self.delay, self.fire) = (errand, delay, fire)
  }
}

/// Blocks of an app that wait for their moment in queues, by number.
struct HeldTimers {
  private var all: [Int: HeldTimer] = [:]

  subscript(_ number: Int) -> HeldTimer? { all[number] }

  mutating func hold(_ timer: HeldTimer, _ number: Int, until deadline: Duration) {
    var timer = timer
    timer.deadline = deadline
    all[number] = timer
  }

  mutating func take(_ number: Int) -> HeldTimer? { all.removeValue(forKey: number) }

  /// The first one to fire.
  ///
  /// - Parameter isSuspended: Whether a process takes no part in time.
  func next(unless isSuspended: (Int64) -> Bool) -> (number: Int, deadline: Duration)? {
    all.filter { !isSuspended($1.errand.process) }
      .map { ($0.key, $0.value.deadline) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  /// Whether one of a process has its moment until `deadline`.
  func contains(_ process: Int64, until deadline: Duration) -> Bool {
    all.values.contains { $0.errand.process == process && $0.deadline <= deadline }
  }

  /// Removes those of a process, which has ended.
  ///
  /// - Returns: They, to be let go of without the lock.
  mutating func drop(_ process: Int64) -> [HeldTimer] {
    let dropped = all.filter { $1.errand.process == process }
    for number in dropped.keys { all[number] = nil }
    return Array(dropped.values)
  }
}
