import BackgroundTasks
import Foundation
import Scheduling

/// Code that an app has handed over to a queue, which has not run to its end.
struct UnderWay {
  let errand: Errand
  /// That runs it; nil as long as it waits in its queue.
  var thread: Int32?
}

// What goes on of an app in queues and threads, beside its handlers and their Swift tasks.
extension BenchState {
  /// A phone leaves a process so long after its last task, or its user, has left it.
  static let tail = Duration.seconds(5)

  /// Returns nil where its process has ended.
  mutating func beginUnderWay(_ errand: Errand) -> Int? {
    guard processes[errand.process] != nil else { return nil }
    let number = takeNumber()
    underWay[number] = UnderWay(errand: errand)
    return number
  }

  mutating func endUnderWay(_ number: Int) { underWay[number] = nil }

  /// Waits for a thread until it ends, or rests.
  mutating func follow(_ thread: Int32, _ errand: Errand) {
    if processes[errand.process] != nil { threads[thread] = errand }
  }

  /// Whether something goes on that is waited for.
  var hasTrailing: Bool { !underWay.isEmpty || !threads.isEmpty || !beginning.isEmpty }

  /// Whether the same goes on of one process.
  func trails(_ process: Int64) -> Bool {
    underWay.values.contains { $0.errand.process == process }
      || threads.values.contains { $0.process == process }
      || beginning.values.contains { $0.process == process }
  }

  /// The threads that run what is waited for.
  var busyThreads: Set<Int32> { Set(underWay.values.compactMap(\.thread)).union(threads.keys) }

  /// Waits no more for what rests. Of what waits in queues while nothing else runs nothing comes either.
  ///
  /// - Parameters:
  ///   - resting: The threads that wait for something, with no end to that.
  ///   - isStuck: Whether nothing has moved for long.
  mutating func excuse(resting: Set<Int32>, isStuck: Bool) {
    for thread in resting { threads[thread] = nil }
    underWay = underWay.filter { _, code in code.thread.map { !resting.contains($0) } ?? true }
    if isStuck, busyThreads.isEmpty, beginning.isEmpty { underWay = [:] }
  }

  /// Waits no more for what still runs.
  mutating func giveUpTrailing(after patience: Duration) {
    for code in underWay.values where code.thread != nil {
      let task = code.errand.run.flatMap { tasks[$0] ?? pastTasks[$0] }
      fail(
        .leftBehind, task?.identifier ?? identifier, run: code.errand.run,
        "code that the app has put into a queue still ran after \(patience) of real time, where a phone has suspended the"
          + " process; complete the task after all else")
    }
    (underWay, threads, beginning) = ([:], [:], [:])
  }

  /// The process has ended, and with it all that it had under way.
  ///
  /// - Returns: Its timers, which are let go without the lock.
  mutating func dropUnderWay(of process: Int64) -> [HeldTimer] {
    underWay = underWay.filter { $1.errand.process != process }
    threads = threads.filter { $1.process != process }
    beginning = beginning.filter { $1.process != process }
    let dropped = timers.filter { $1.errand.process == process }
    for number in dropped.keys { timers[number] = nil }
    return Array(dropped.values)
  }

  // MARK: Timers

  /// Returns nil where the process has ended.
  mutating func hold(_ timer: HeldTimer) -> Int? {
    guard processes[timer.errand.process] != nil else { return nil }
    let number = takeNumber()
    var timer = timer
    timer.deadline = elapsed + timer.delay
    timers[number] = timer
    return number
  }

  /// So much real time has passed. That counts where the time of the bench stands still for it: until its task is complete or
  /// sleeps, and as long as the test does something else than letting time pass.
  mutating func takeTimerInRealTime(_ number: Int) -> HeldTimer? {
    guard let errand = timers[number]?.errand, processes[errand.process]?.isSuspended == false
    else { return nil }
    let task = errand.run.flatMap { tasks[$0] }
    let isDue = task.map { keepsTime($0) } ?? !isDriven
    return isDue ? timers.removeValue(forKey: number) : nil
  }

  private func keepsTime(_ task: HeldTask) -> Bool {
    task.completions == 0 && task.putOff == nil && task.ending == nil && !isAsleep(task.run)
  }

  /// Those whose process takes part in time, the next one first.
  var nextTimer: (number: Int, deadline: Duration)? {
    timers.filter { processes[$1.errand.process]?.isSuspended == false }
      .map { ($0.key, $0.value.deadline) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  /// Whether a process that its user has left still has something to do in the seconds that it is left.
  func hasTimer(of process: Int64, until deadline: Duration) -> Bool {
    timers.values.contains { $0.errand.process == process && $0.deadline <= deadline }
  }
}
