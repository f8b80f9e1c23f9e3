import BackgroundTasks
import Foundation
import Scheduling
import Simulation

/// What a bench has, guarded by its lock.
struct BenchState {
  var world: BenchWorld
  var lengths: [String: Duration] = [:]
  /// Those that live.
  var processes: [Int64: BenchProcess] = [:]
  /// Those that have ended. What they had of the app is let go without the lock, since it may have code for that.
  var buried: [BenchProcess] = []
  /// Those of processes that live.
  var tasks: [Int64: HeldTask] = [:]
  /// Those of processes that have ended.
  var pastTasks: [Int64: HeldTask] = [:]
  var runs: [BenchRun] = []
  /// The runs whose time the test has ended.
  var ended: Set<Int64> = []
  /// The tasks that the test itself goes on with.
  var driven: Set<String> = []
  private(set) var failures: [BenchFailure] = []
  /// What the app submitted last, by identifier.
  var requests: [String: SubmittedRequest] = [:]
  /// Processes that are being launched, and when their launch is over.
  var launching: [(process: Int64, until: WallTime)] = []
  /// What goes on of the app in queues, by number.
  var underWay: [Int: UnderWay] = [:]
  /// Threads that go on, by their number in /proc/self/task.
  var threads: [Int32: Errand] = [:]
  /// Threads that have been begun, and have no number yet.
  var beginning: [ObjectIdentifier: Errand] = [:]
  /// What waits for its moment in queues.
  var timers: [Int: HeldTimer] = [:]
  /// How often the app is being called, as to be launched.
  var calls = 0
  /// Its user looks at the app.
  var isOpen = false
  /// Somebody lets time pass.
  var isDriven = false
  var isOver = false
  /// The processes that were there at the end, but for those in which the end has woken something.
  var outlived: Set<Int64> = []
  private var sleepers: [Sleeper] = []
  /// The limit that may pass: nothing more is heard of what it bounds.
  var silentLimit: Int?
  private var waiter: (number: Int, continuation: CheckedContinuation<Bool, Never>)?
  /// How often something was heard of the app.
  private(set) var heard = 0
  private var lastNumber = 0
  let starts: WallTime
  /// Of the app.
  let identifier: String

  init(_ app: BenchApp, _ options: BenchOptions) {
    world = BenchWorld(app, options)
    starts = world.now.wall
    identifier = app.identifier
  }

  var elapsed: Duration { world.now.wall - starts }

  mutating func takeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The process that the app has now: the newest.
  var alive: BenchProcess? {
    processes.values.max { $0.link.number < $1.link.number }
  }

  mutating func takeBuried() -> [BenchProcess] {
    defer { buried = [] }
    return buried
  }

  // MARK: Failures

  mutating func fail(
    _ kind: BenchFailure.Kind, _ identifier: String, run: Int64? = nil, _ message: String
  ) {
    let failure = BenchFailure(kind: kind, identifier: identifier, run: run, message: message)
    if !failures.contains(failure) { failures.append(failure) }
  }

  mutating func fail(_ kind: BenchFailure.Kind, _ task: HeldTask, _ message: String) {
    fail(kind, task.identifier, run: task.run, message)
  }

  // MARK: Waiting in real time

  /// Leaves `continuation` to whoever hears something first.
  ///
  /// - Parameter heard: What was heard when it was decided to wait.
  /// - Returns: Whether more was heard meanwhile, so that there is nothing to wait for.
  mutating func wait(
    _ continuation: CheckedContinuation<Bool, Never>, number: Int, heard: Int
  ) -> Bool {
    if heard != self.heard { return true }
    waiter = (number, continuation)
    return false
  }

  mutating func noteSign() { heard += 1 }

  /// - Parameter number: Only that one; nil whichever there is.
  mutating func takeWaiter(number: Int? = nil) -> CheckedContinuation<Bool, Never>? {
    if let number, waiter?.number != number { return nil }
    defer { waiter = nil }
    return waiter?.continuation
  }

  /// What there is to wait for before time may pass.
  var standing: HeldTask.Standing {
    var standing = HeldTask.Standing.settled
    if processes.values.contains(where: { goesOn($0) }) { standing = .lingering }
    for task in tasks.values {
      switch task.standing(isAsleep: isAsleep(task.run)) {
      case .busy: return .busy
      case .lingering: standing = .lingering
      case .settled, .trailing: break
      }
    }
    return hasTrailing ? .trailing : standing
  }

  /// Whether Swift tasks of its launch go on, or of what it was told.
  private func goesOn(_ process: BenchProcess) -> Bool {
    let number = process.link.number
    return process.flows > 0 && !process.isExcused && !process.isSuspended
      && !sleepers.contains { $0.errand?.process == number && $0.errand?.run == nil }
  }

  /// Whether time has to pass for it to go on.
  func isAsleep(_ run: Int64) -> Bool {
    sleepers.contains { $0.errand?.run == run && !$0.isLimit }
  }

  /// Nothing was heard for too long.
  ///
  /// - Parameter mainQueueTurns: Whether the main queue of this process takes blocks.
  /// - Returns: The tasks that are complete now as far as anybody knows: they were cut short, and have been told so.
  mutating func giveUp(after patience: Duration, mainQueueTurns: Bool) -> [HeldTask] {
    var cutShort: [HeldTask] = []
    for number in processes.keys where processes[number]?.flows ?? 0 > 0 {
      processes[number]?.isExcused = true
    }
    for (run, task) in tasks {
      switch task.standing(isAsleep: isAsleep(run)) {
      case .settled, .trailing: break
      case .lingering:
        tasks[run]?.isExcused = true
        tasks[run]?.isCutShort = false
        tasks[run]?.owesAnswer = false
        if task.isCutShort, task.completions == 0 { cutShort.append(task) }
      case .busy:
        tasks[run]?.isGivenUp = true
        fail(
          .tookRealTime, task,
          "its handler took \(patience) of real time, and "
            + (mainQueueTurns
              ? "has neither completed its task nor slept on the bench's clock; give it `bench.clock`, or say"
                + " `bench.work(_:takes:)`"
              : BenchState.mainQueueIsHeld))
      }
    }
    return cutShort
  }

  static let mainQueueIsHeld =
    "the main queue of this process takes no blocks: something holds the main thread, such as a semaphore that the handler,"
    + " or an earlier test, waits for there"

  /// Something was heard of a task.
  mutating func hear(of errand: Errand?) {
    guard let run = errand?.run else { return }
    tasks[run]?.isUnheard = false
  }

  /// A handler of a task has come to its end, and with it all Swift tasks that it has begun.
  mutating func noteEndOfFlow(of run: Int64) {
    tasks[run]?.flows -= 1
    tasks[run]?.isUnheard = false
  }

  // MARK: Sleeping

  /// Whether nobody needs to wait for a moment: it is past, or there is nobody who would wake a launch.
  mutating func isPast(_ deadline: Duration, for errand: Errand?, _ app: BenchApp) -> Bool {
    if deadline <= elapsed { return true }
    guard let errand, errand.run == nil, processes[errand.process]?.link.isLaunched == false else {
      return false
    }
    fail(
      .brokenRule, app.identifier,
      "its launch sleeps on the bench's clock, and is not waited for; say how long it takes with"
        + " BenchOptions.launchTakes")
    return true
  }

  /// Returns whether nobody will wake it.
  mutating func add(_ sleeper: Sleeper) -> Bool {
    hear(of: sleeper.errand)
    sleepers.append(sleeper)
    return isOver
  }

  mutating func take(_ number: Int) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return nil }
    let sleeper = sleepers.remove(at: index)
    if let run = sleeper.errand?.run {
      tasks[run]?.isUnheard = true
      tasks[run]?.isExcused = false
    }
    return sleeper
  }

  mutating func takeAllSleepers() -> [Sleeper] {
    defer { sleepers = [] }
    return sleepers
  }

  /// Those whose process takes part in time, the next one first.
  private var nextSleeper: Sleeper? {
    sleepers.filter(isAwake).min { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
  }

  private func isAwake(_ sleeper: Sleeper) -> Bool {
    guard let errand = sleeper.errand else { return true }
    return processes[errand.process]?.isSuspended == false
  }

  /// Whether code of a process sleeps.
  func sleeps(_ process: Int64) -> Bool { sleepers.contains { $0.errand?.process == process } }

  /// Whether code of a run sleeps whose process takes part in time.
  func sleepsAwake(_ run: Int64) -> Bool {
    sleepers.contains { $0.errand?.run == run && isAwake($0) }
  }

  // MARK: Time

  /// What is due, or has become so by letting time pass.
  enum Due {
    case wake(Sleeper)
    /// A block in a queue has its moment.
    case fire(HeldTimer)
    /// A limit would pass next. What it bounds may go on where nobody follows it, such as on the main actor, beside
    /// something else that sleeps.
    case limit(Sleeper, heard: Int)
    case complete(HeldTask, success: Bool)
    case attach(process: Int64)
    case opened
    case closed
    case quit
    /// The scheduler wants to be asked.
    case time
    case end
  }

  /// Lets time pass up to the next thing that happens, and no further than `end`.
  mutating func pass(until end: WallTime) -> Due {
    if let due = takeDue() { return due }
    let asked = world.schedulersDelay
    let delay = [
      asked, world.devicesDelay, launching.map { $0.until - world.now.wall }.min(),
      nextSleeper.map { $0.deadline - elapsed }, nextTimer.map { $0.deadline - elapsed },
      tasks.values.compactMap { $0.putOff == nil ? nil : $0.workEnds }.min().map { $0 - elapsed },
    ].compactMap(\.self).min()
    guard let delay, world.now.wall + delay <= end else {
      world.advance(by: max(.zero, end - world.now.wall))
      return .end
    }
    if let limit = nextSleeper, limit.isLimit, limit.number != silentLimit,
      limit.deadline - elapsed <= delay
    {
      return .limit(limit, heard: heard)
    }
    if delay > .zero { world.advance(by: delay) }
    if let due = takeDue() { return due }
    // What the device does has told the scheduler, too.
    if let asked, asked <= delay { world.send(.time) }
    return .time
  }

  private mutating func takeDue() -> Due? {
    if let index = launching.firstIndex(where: { $0.until <= world.now.wall }) {
      return .attach(process: launching.remove(at: index).process)
    }
    if let sleeper = nextSleeper, sleeper.deadline <= elapsed, let due = take(sleeper.number) {
      return .wake(due)
    }
    if let timer = nextTimer, timer.deadline <= elapsed,
      let due = timers.removeValue(forKey: timer.number)
    {
      return .fire(due)
    }
    let done = tasks.values.filter { $0.putOff != nil && ($0.workEnds ?? .zero) <= elapsed }
    if let task = done.min(by: { $0.run < $1.run }), let success = task.putOff {
      tasks[task.run]?.putOff = nil
      tasks[task.run]?.workEnds = nil
      return .complete(task, success: success)
    }
    guard let step = world.takeStep() else { return nil }
    switch step {
    case .opened: return .opened
    case .forceQuit: return .quit
    default: return .closed
    }
  }
}

/// What an app has submitted.
struct SubmittedRequest: @unchecked Sendable {
  /// A copy that nobody else has.
  let request: BGTaskRequest
}
