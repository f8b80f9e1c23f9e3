// What goes on of an app in queues and threads, beside its handlers and their Swift tasks.
extension BenchState {
  /// A phone leaves a process so long after its last task, or its user, has left it.
  static let tail = Duration.seconds(5)

  /// Returns nil where its process has ended.
  mutating func beginUnderWay(_ errand: Errand) -> Int? {
    guard processes[errand.process] != nil else { return nil }
    let number = following.takeNumber()
    following.queued.begin(number, errand)
    return number
  }

  /// Waits for a thread until it ends, or rests.
  mutating func follow(_ thread: Int32, _ errand: Errand) {
    if processes[errand.process] != nil { following.queued.follow(thread, errand) }
  }

  /// Waits no more for what still runs.
  mutating func giveUpTrailing(after patience: Duration) {
    for code in following.queued.giveUp() {
      let task = code.errand.run.flatMap { tasks.known($0) }
      fail(
        .leftBehind, task?.identifier ?? identifier, run: code.errand.run,
        "code that the app has put into a queue still ran after \(patience) of real time, where a phone has suspended the"
          + " process; complete the task after all else")
    }
  }

  /// The process has ended, and with it all that it had under way.
  ///
  /// - Returns: Its timers, which are let go without the lock.
  mutating func dropUnderWay(of process: Int64) -> [HeldTimer] {
    following.queued.drop(process)
    return following.timers.drop(process)
  }

  // MARK: Timers

  /// Returns nil where the process has ended.
  mutating func hold(_ timer: HeldTimer) -> Int? {
    guard processes[timer.errand.process] != nil else { return nil }
    let number = following.takeNumber()
    following.timers.hold(timer, number, until: elapsed + timer.delay)
    return number
  }

  /// So much real time has passed. That counts where the time of the bench stands still for it: until its task is complete or
  /// sleeps, and as long as the test does something else than letting time pass.
  mutating func takeTimerInRealTime(_ number: Int) -> HeldTimer? {
    guard let errand = following.timers[number]?.errand, !processes.isSuspended(errand.process)
    else { return nil }
    let task = errand.run.flatMap { tasks[$0] }
    let isDue = task.map { keepsTime($0) } ?? !isDriven
    return isDue ? following.timers.take(number) : nil
  }

  private func keepsTime(_ task: HeldTask) -> Bool {
    task.completions == 0 && task.putOff == nil && task.ending == nil && !isAsleep(task.run)
  }

  /// Those whose process takes part in time, the next one first.
  var nextTimer: (number: Int, deadline: Duration)? {
    following.timers.next(unless: processes.isSuspended)
  }
}
