import BackgroundTasks
import Foundation
import Scheduling
import Simulation

/// The state of a bench, guarded by its lock.
struct BenchState {
  var world: BenchWorld
  var directions = BenchDirections()
  var processes = BenchProcesses()
  var tasks = HeldTasks()
  var findings = BenchFindings()
  var history = BenchHistory()
  var places = BenchPlaces()
  var waits = WaitReasons()
  var following = FollowedCode()
  /// Whether time is being advanced.
  var isAdvancingTime = false
  var isOver = false

  init(_ app: BenchApp, _ options: BenchOptions) {
    world = BenchWorld(app, options)
  }

  /// The identifier of the app.
  var identifier: String { world.key.id }
  var startTime: WallTime { world.log.starts }
  /// The virtual time since the start of the bench.
  var elapsed: Duration { world.now.wall - startTime }

  // MARK: Failures

  /// Adds a failure of the app to the findings, with its place and its timeline.
  ///
  /// - Parameters:
  ///   - message: The problem.
  ///   - suggestion: The remedy; `nil` for the usual remedy of this kind.
  ///   - location: The place; `nil` for the place of the handler or the submission.
  mutating func fail(
    _ kind: BenchFailure.Kind, _ identifier: String, run: Int64? = nil, _ message: String,
    suggestion: String? = nil, at location: BenchFailure.Location? = nil
  ) {
    findings.add(
      failure(kind, identifier, run: run, message, suggestion: suggestion, at: location))
  }

  mutating func fail(
    _ kind: BenchFailure.Kind, _ task: HeldTask, _ message: String, suggestion: String? = nil
  ) {
    fail(kind, task.identifier, run: task.run, message, suggestion: suggestion)
  }

  /// Returns a failure of the app with its place and its timeline, without adding it.
  func failure(
    _ kind: BenchFailure.Kind, _ identifier: String, run: Int64? = nil, _ message: String,
    suggestion: String? = nil, at location: BenchFailure.Location? = nil
  ) -> BenchFailure {
    var failure = BenchFailure(
      kind: kind, identifier: identifier, run: run, message: message, suggestion: suggestion)
    failure.location = location ?? places.place(of: identifier, for: kind)
    failure.timeline = history.timeline(of: identifier, run: run)
    return failure
  }

  /// Adds an event of a task, or of the whole app, to the history.
  mutating func note(_ event: BenchHistory.Event, of identifier: String? = nil) {
    history.note(event, of: identifier, at: world.now.wall)
    switch event {
    case .opened: world.record(isOpen: true)
    case .left, .forceQuit: world.record(isOpen: false)
    default: break
    }
  }

  // MARK: Waiting in real time

  /// The need to wait in real time before virtual time may pass.
  var activity: HeldTask.Activity {
    var activity = HeldTask.Activity.settled
    if processes.values.contains(where: { continues($0) }) { activity = .lingering }
    for task in tasks.values {
      switch task.activity(isAsleep: isAsleep(task.run)) {
      case .busy: return .busy
      case .lingering: activity = .lingering
      case .settled, .trailing: break
      }
    }
    return following.queued.hasCode ? .trailing : activity
  }

  /// Whether Swift tasks of a launch or an app event continue in the process.
  private func continues(_ process: BenchProcess) -> Bool {
    let number = process.link.number
    return process.flows > 0 && !process.continuesUnawaited && !process.isSuspended
      && !following.sleepers.containsLaunch(of: number)
  }

  /// Counts an activity of the app. Returns the waiter, to be resumed by the caller; `nil` if there is none, or if it
  /// would only wait again, since a task is still at work and nothing else can be done.
  mutating func removeWaiterAfterActivity() -> CheckedContinuation<Bool, Never>? {
    following.realTime.countActivity()
    guard let waiter = following.realTime.waiter else { return nil }
    // Orders wait for code in queues. After an activity, a process that its user has left may end.
    let canCarryOutOrder = world.hasOrders && !following.queued.hasCode
    let canContinue = canCarryOutOrder || processes.values.contains(where: \.endsAfterLastTask)
    let canOnlyWait = waiter.isForWork && !canContinue && activity == .busy
    guard canOnlyWait else { return following.realTime.removeWaiter() }
    following.realTime.extend()
    return nil
  }

  /// Whether the run continues only if time passes.
  func isAsleep(_ run: Int64) -> Bool { following.sleepers.holds(run) }

  /// Stops waiting for code of the app after a time without activity. A task that is still at work is a failure of
  /// the app.
  ///
  /// - Parameters:
  ///   - patience: The time that the bench has waited for a task at work.
  ///   - mainQueueRunsBlocks: Whether the main queue of this process runs blocks.
  /// - Returns: The tasks that now count as complete: they expired while at work, and were notified.
  mutating func giveUp(after patience: Duration, mainQueueRunsBlocks: Bool) -> [HeldTask] {
    var expiredTasks: [HeldTask] = []
    // Swift tasks of a launch or of an app event may continue in these processes.
    for number in processes.numbers where processes[number]?.flows ?? 0 > 0 {
      processes[number]?.continuesUnawaited = true
    }
    for (run, task) in tasks.live {
      switch task.activity(isAsleep: isAsleep(run)) {
      case .settled, .trailing: break
      case .lingering:
        tasks[run]?.continuesUnawaited = true
        // Its handler has had time to answer an expiration. `task` has the values from before.
        tasks[run]?.hasInterruptedWork = false
        tasks[run]?.owesAnswer = false
        if task.hasInterruptedWork, task.completions == 0 { expiredTasks.append(task) }
      case .busy:
        tasks[run]?.isGivenUp = true
        let cause =
          mainQueueRunsBlocks
          ? "has neither completed its task nor slept on the bench's clock"
          : BenchState.mainQueueIsHeld
        fail(
          .tookRealTime, task, "its handler took \(patience) of real time, and \(cause)",
          suggestion: mainQueueRunsBlocks ? nil : BenchState.mainQueueRemedy)
      }
    }
    return expiredTasks
  }

  static let mainQueueIsHeld =
    "the main queue of this process runs no blocks: the main thread is blocked, for example by a semaphore in the handler"
    + " or in an earlier test"
  static let mainQueueRemedy = "never wait on the main thread; use `await`"

  /// Notes that the run of this context shows activity. Code outside of runs is ignored.
  mutating func noteActivity(of context: ExecutionContext?) {
    guard let run = context?.run else { return }
    tasks[run]?.isSilentSinceWake = false
  }

  /// Notes that a handler of the run and all Swift tasks that it has begun have ended.
  mutating func noteEndOfFlow(of run: Int64) {
    tasks[run]?.flows -= 1
    tasks[run]?.isSilentSinceWake = false
  }

  // MARK: Sleeping

  /// Whether a sleep ends immediately: its deadline is past, or it is in a launch, in which no sleep is waited for. A
  /// sleep in a launch is a failure of the app.
  mutating func sleepEndsImmediately(
    _ deadline: Duration, in context: ExecutionContext?, _ app: BenchApp
  ) -> Bool {
    if deadline <= elapsed { return true }
    guard let context, context.run == nil, processes[context.process]?.link.isLaunched == false
    else {
      return false
    }
    fail(
      .brokenRule, app.identifier,
      "the launch sleeps on the bench's clock, which does not wait for launches",
      suggestion: "set the duration of the launch with BenchOptions.launchTakes")
    return true
  }

  /// Adds a sleeper, which begins to sleep on the bench's clock. Returns whether the bench has ended. Its time then no
  /// longer passes, so the caller (`Bench.sleep`) must end the sleep.
  mutating func add(_ sleeper: Sleeper) -> Bool {
    noteActivity(of: sleeper.context)
    let now = elapsed
    // A long sleep of a run stands for the time that its work needs (`HeldTask.need`). A sleep until the time limit of
    // other work does not, so it is not noted.
    if let run = sleeper.context?.run, !sleeper.isLimit {
      tasks[run]?.noteSleep(until: sleeper.deadline, at: now)
    }
    // `following` has the code that continues outside of handlers: in queues, timers and sleeps.
    following.sleepers.add(sleeper)
    return isOver
  }

  /// Removes a sleeper and returns it, to be resumed by the caller; `nil` if its sleep has ended. The bench waits
  /// for the run's code again, until that shows activity or is silent for too long.
  mutating func removeSleeper(_ number: Int) -> Sleeper? {
    guard let sleeper = following.sleepers.remove(number) else { return nil }
    if let run = sleeper.context?.run {
      tasks[run]?.isSilentSinceWake = true
      tasks[run]?.continuesUnawaited = false
    }
    return sleeper
  }

  /// Whether code of a run sleeps in a process that is not suspended.
  func sleepsInUnsuspendedProcess(_ run: Int64) -> Bool {
    following.sleepers.process(of: run).map { !processes.isSuspended($0) } ?? false
  }

  // MARK: Time

  /// The next event, which is due now or after time has passed.
  enum Due {
    case wake(Sleeper)
    /// A block in a queue is due.
    case fire(HeldTimer)
    /// A time limit would expire next. The limited work may continue where the bench cannot follow it, such as on the
    /// main actor, while other code sleeps.
    case limit(Sleeper, activityCount: Int)
    case complete(HeldTask, success: Bool)
    /// A run ends early in this variant of the test.
    case expire(HeldTask)
    case attach(process: Int64)
    case opened
    case closed
    case quit
    /// The scheduler has requested a call at this time.
    case time
    case end
  }

  /// Advances virtual time to the next event, but not beyond `end`, and returns that event: `.time` if it concerns
  /// only the scheduler or the device, `.end` if there is none by `end`.
  mutating func advanceToNextEvent(until end: WallTime) -> Due {
    if let due = removeDueEvent() { return due }
    let schedulersDelay = world.schedulersDelay
    let sleeper = following.sleepers.next(unless: processes.isSuspended)
    let delay = [schedulersDelay, world.devicesDelay, appsDelay(sleeper)].compactMap(\.self).min()
    guard let delay, world.now.wall + delay <= end else {
      advance(by: max(.zero, end - world.now.wall))
      return .end
    }
    // Before time reaches a limit, the limited work must have shown no activity in real time.
    if let limit = sleeper, limit.isLimit, limit.number != following.silentLimit,
      limit.deadline - elapsed <= delay
    {
      return .limit(limit, activityCount: following.realTime.activityCount)
    }
    if delay > .zero { advance(by: delay) }
    if let due = removeDueEvent() { return due }
    // If time has only reached an event of the device, that event has already updated the scheduler.
    if let schedulersDelay, schedulersDelay <= delay { world.send(.time) }
    return .time
  }

  /// Returns the time until the next event of the app's code, of which `sleeper` wakes first; `nil` if there is none.
  private func appsDelay(_ sleeper: Sleeper?) -> Duration? {
    let dates = [processes.nextLaunchEnd, findings.nextChainCheck].compactMap(\.self)
    let workEnds = tasks.values.filter { $0.postponedSuccess != nil }.compactMap(\.workEnds)
    let timesSinceStart =
      [sleeper?.deadline, nextTimer?.deadline].compactMap(\.self) + workEnds
      + tasks.values.compactMap(\.expiresEarly)
    let delays =
      dates.map { $0 - world.now.wall } + timesSinceStart.map { $0 - elapsed }
    return delays.min()
  }

  /// Advances the device by `delay`, and checks the requests that wait.
  private mutating func advance(by delay: Duration) {
    noteWaits(delay)
    world.advance(by: delay)
    checkChains()
  }

  /// Removes and returns an event that is due now; `nil` if time must pass first. Launches come first, then sleeps,
  /// timers, completions, early expirations, and actions of the user.
  private mutating func removeDueEvent() -> Due? {
    if let process = processes.removeLaunched(at: world.now.wall) {
      return .attach(process: process)
    }
    if let sleeper = following.sleepers.next(unless: processes.isSuspended),
      sleeper.deadline <= elapsed, let due = removeSleeper(sleeper.number)
    {
      return .wake(due)
    }
    if let timer = nextTimer, timer.deadline <= elapsed,
      let due = following.timers.remove(timer.number)
    {
      return .fire(due)
    }
    let completingTasks = tasks.values.filter { $0.completes(by: elapsed) }
    if let task = completingTasks.min(by: { $0.run < $1.run }),
      let success = task.postponedSuccess
    {
      tasks[task.run]?.postponedSuccess = nil
      tasks[task.run]?.workEnds = nil
      return .complete(task, success: success)
    }
    let expiringTasks = tasks.values.filter { $0.isDueEarly(at: elapsed) }
    if let task = expiringTasks.min(by: { $0.run < $1.run }) {
      tasks[task.run]?.expiresEarly = nil
      return .expire(task)
    }
    guard let step = world.nextStep() else { return nil }
    switch step {
    case .opened: return .opened
    case .forceQuit: return .quit
    // `nextStep` returns no others than these and `closed`.
    default: return .closed
    }
  }
}
