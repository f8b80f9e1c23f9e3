// Code of an app in queues and threads, apart from its handlers and their Swift tasks.
extension BenchState {
  /// The time until a phone suspends a process after its last task, or after its user has left it.
  static let tail = Duration.seconds(5)

  /// Adds a block in a queue to the code that the bench waits for. Returns its number; `nil` if its process has
  /// ended.
  mutating func beginQueuedCode(_ context: ExecutionContext) -> Int? {
    guard processes[context.process] != nil else { return nil }
    let number = following.nextNumber()
    following.queued.begin(number, context)
    return number
  }

  /// Waits for a thread until it ends or rests.
  mutating func follow(_ thread: Int32, _ context: ExecutionContext) {
    if processes[context.process] != nil { following.queued.follow(thread, context) }
  }

  /// Stops waiting for code in queues and threads. Each block that is still running is a failure of the app.
  mutating func giveUpTrailing(after patience: Duration) {
    for code in following.queued.giveUp() {
      let task = code.context.run.flatMap { tasks.liveOrPast($0) }
      fail(
        .leftBehind, task?.identifier ?? identifier, run: code.context.run,
        "code that the app has put into a queue was still running after \(patience) of real time, when a phone would have"
          + " suspended the process")
    }
  }

  /// Drops the code in queues and the timers of a process that has ended.
  ///
  /// - Returns: The timers of the process, to be released without the lock.
  mutating func dropQueuedCode(of process: Int64) -> [HeldTimer] {
    following.queued.drop(process)
    return following.timers.drop(process)
  }

  // MARK: Timers

  /// Adds a timer of the app, which waits for virtual time. Returns its number; `nil` if its process has ended.
  mutating func addTimer(_ timer: HeldTimer) -> Int? {
    guard processes[timer.context.process] != nil else { return nil }
    let number = following.nextNumber()
    following.timers.add(timer, number, until: elapsed + timer.delay)
    return number
  }

  /// Removes a timer after its delay in real time, and returns it; `nil` if it waits for virtual time. Real time
  /// applies while virtual time stands still for the timer: until its task is complete or sleeps, and while the test
  /// does not advance time.
  mutating func removeTimerInRealTime(_ number: Int) -> HeldTimer? {
    guard let context = following.timers[number]?.context, !processes.isSuspended(context.process)
    else { return nil }
    let task = context.run.flatMap { tasks[$0] }
    let isDue = task.map { holdsVirtualTime($0) } ?? !isAdvancingTime
    return isDue ? following.timers.remove(number) : nil
  }

  /// Whether virtual time stands still for a task: it is not complete, and its code does not sleep.
  private func holdsVirtualTime(_ task: HeldTask) -> Bool {
    task.completions == 0 && task.postponedSuccess == nil && task.ending == nil
      && !isAsleep(task.run)
  }

  /// The next timer of a process that is not suspended; `nil` if there is none.
  var nextTimer: (number: Int, deadline: Duration)? {
    following.timers.next(unless: processes.isSuspended)
  }
}
