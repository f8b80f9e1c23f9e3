// Code of an app in queues and threads, apart from its handlers and their Swift tasks.
extension BenchState {
  /// The time until a phone suspends a process after its last task, or after its user has left it.
  static let tail = Duration.seconds(5)

  /// Adds code in a queue. Returns its number; `nil` if its process has ended.
  mutating func beginUnderWay(_ errand: Errand) -> Int? {
    guard processes[errand.process] != nil else { return nil }
    let number = following.takeNumber()
    following.queued.begin(number, errand)
    return number
  }

  /// Waits for a thread until it ends or rests.
  mutating func follow(_ thread: Int32, _ errand: Errand) {
    if processes[errand.process] != nil { following.queued.follow(thread, errand) }
  }

  /// Stops waiting for code that is still running.
  mutating func giveUpTrailing(after patience: Duration) {
    for code in following.queued.giveUp() {
      let task = code.errand.run.flatMap { tasks.known($0) }
      fail(
        .leftBehind, task?.identifier ?? identifier, run: code.errand.run,
        "code that the app has put into a queue was still running after \(patience) of real time, when a phone would have"
          + " suspended the process; complete the task last")
    }
  }

  /// Drops the code of a process that has ended.
  ///
  /// - Returns: The timers of the process, to be released without the lock.
  mutating func dropUnderWay(of process: Int64) -> [HeldTimer] {
    following.queued.drop(process)
    return following.timers.drop(process)
  }

  // MARK: Timers

  /// Adds a timer. Returns its number; `nil` if its process has ended.
  mutating func hold(_ timer: HeldTimer) -> Int? {
    guard processes[timer.errand.process] != nil else { return nil }
    let number = following.takeNumber()
    following.timers.hold(timer, number, until: elapsed + timer.delay)
    return number
  }

  /// Removes a timer after its delay in real time, and returns it; `nil` if it waits for virtual time. Real time
  /// applies while virtual time stands still for the timer: until its task is complete or sleeps, and while the test
  /// does not advance time.
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

  /// The next timer of a process that is not suspended; `nil` if there is none.
  var nextTimer: (number: Int, deadline: Duration)? {
    following.timers.next(unless: processes.isSuspended)
  }
}
