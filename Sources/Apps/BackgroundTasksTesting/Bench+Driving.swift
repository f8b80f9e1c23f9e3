import BackgroundTasks
import Foundation
import Scheduling

// Advances time. Before each advance, all orders of the scheduler are carried out and all handlers have settled.
extension Bench {
  /// The real time for which code that has done enough may still become active.
  private static let lingering = Duration.milliseconds(100)

  /// The real time after which a block that is still queued waits for an event that does not come.
  static let stuck = Duration.seconds(1)

  /// The number of times in a row that the scheduler may request the same moment.
  private static let mostEventsAtOneMoment = 10_000

  /// Advances virtual time up to `end`, or until `isDone` returns `true`. Performs each due event, and waits until
  /// the app has settled before time passes again. Does nothing if other code advances time.
  func drive(until end: WallTime, orUntil isDone: (BenchState) -> Bool = { _ in false }) async {
    guard beginDriving() else { return }
    defer { change { $0.isAdvancingTime = false } }
    await settleTasks()
    // A defect of the scheduler could stop virtual time, and with it the test.
    var eventsAtOneMoment = 0
    var lastMoment = change { $0.world.now }
    while !change({ isDone($0) }) {
      TestRepetition.current?.noteProgress()
      let (due, now) = change { ($0.advanceToNextEvent(until: end), $0.world.now) }
      eventsAtOneMoment = now == lastMoment ? eventsAtOneMoment + 1 : 0
      lastMoment = now
      precondition(
        eventsAtOneMoment < Self.mostEventsAtOneMoment,
        "the scheduler schedules the same moment repeatedly")
      await perform(due)
      await settleTasks()
      if case .end = due { return }
    }
  }

  /// Marks time as driven by the caller and returns `true`. If other code drives it, or the caller is code of the
  /// app, adds a failure and returns `false`.
  private func beginDriving() -> Bool {
    let context = ExecutionContext.current
    return change { state in
      if state.isAdvancingTime || context != nil {
        state.fail(
          .brokenRule, context?.run.flatMap { state.tasks[$0]?.identifier } ?? app.identifier,
          run: context?.run, "time advances only in the test, and in one place at a time",
          suggestion: "in a handler, sleep on `bench.clock`")
        return false
      }
      state.isAdvancingTime = true
      return true
    }
  }

  /// Performs an event that is due. A time limit does not expire yet: if the limited work shows no activity in real
  /// time, it is marked as silent, and time can reach the limit.
  private func perform(_ due: BenchState.Due) async {
    switch due {
    case .wake(let sleeper): sleeper.continuation.resume()
    case .fire(let timer): timer.fire()
    case .limit(let limit, let activityCount):
      if await !showsActivity(within: Self.lingering, activityCount, lettingThreadsRun: true) {
        // `advanceToNextEvent` now lets time reach this limit.
        change { $0.following.silentLimit = limit.number }
      }
    case .complete(let task, let success):
      change { $0.processes[task.process]?.center }?.complete(run: task.run, success: success)
    case .expire(let task): expireEarly(task)
    case .attach(let process): change { $0.attach(process) }
    case .opened: await openApp()
    case .closed: await leaveApp()
    case .quit: quitApp()
    case .time, .end: break
    }
    change { $0.noteEnds() }
  }

  /// Carries out the orders of the scheduler and waits until the app has settled, without advancing time. Does
  /// nothing if other code advances time.
  func settle() async {
    guard beginDriving() else { return }
    await settleTasks()
    change { $0.isAdvancingTime = false }
  }

  /// Carries out the orders of the scheduler, and waits in real time until the code of the app has settled. Code
  /// without activity is given up after its limit.
  ///
  /// Each round carries out one order, or waits for one activity of the app. An activity can lead to new orders. The
  /// limit of a wait depends on the app (`HeldTask.Activity`): a moment for code that may still become active
  /// (`.lingering`), longer for tasks at work (`.busy`) and for code in queues and threads (`.trailing`).
  func settleTasks() async {
    // The start of the present wait; `nil` at first, and after an order or after giving up.
    var waitStart: ContinuousClock.Instant?
    while true {
      // Orders wait for the app's code in queues and threads.
      if let order = change({ $0.following.queued.hasCode ? nil : $0.world.nextOrder() }) {
        await carryOut(order)
        waitStart = nil
        continue
      }
      let (activity, activityCount) = change { state in
        state.endLeftProcesses()
        return (state.activity, state.following.realTime.activityCount)
      }
      let now = ContinuousClock.now
      let began = waitStart ?? now
      waitStart = began
      let limit: Duration
      switch activity {
      case .settled:
        // The end of a process, above, can have led to orders.
        if change({ $0.world.hasOrders }) { continue }
        // Ended processes are released here, without the lock, since that may call code of the app.
        _ = change { $0.processes.removeAwaitingRelease() }
        return
      case .trailing:
        let isStillAwaited = await waitForTrailingCode(activityCount, since: began)
        if !isStillAwaited { waitStart = nil }
        continue
      case .lingering: limit = Self.lingering
      case .busy: limit = options.patience
      }
      let rest = RealTimeWait.Waiter.rest(of: limit, after: began.duration(to: now))
      let isActive = await showsActivity(
        within: rest, activityCount, lettingThreadsRun: activity == .lingering,
        work: activity == .busy ? (began, limit) : nil)
      if !isActive {
        // Only the failure of a busy task says whether the main queue is blocked.
        let mainQueueRunsBlocks =
          activity == .busy ? await OtherThreads.mainQueueRunsBlocks(within: Self.stuck) : true
        giveUp(mainQueueRunsBlocks: mainQueueRunsBlocks)
        waitStart = nil
      }
    }
  }

  /// Waits for code of the app in queues and threads. Stops waiting for threads that rest, and for all such code
  /// after `options.patience`.
  ///
  /// - Parameters:
  ///   - activityCount: The number of activities when the caller found that code.
  ///   - began: The start of the wait.
  /// - Returns: Whether that code is still waited for.
  private func waitForTrailingCode(_ activityCount: Int, since began: ContinuousClock.Instant) async
    -> Bool
  {
    let isInQueues = change { !$0.following.queued.blocks.isEmpty }
    if isInQueues,
      await showsActivity(within: Self.lingering, activityCount, lettingThreadsRun: false)
    {
      return true
    }
    // Without activity, some threads may wait for events that do not come.
    let resting = await RestingThreads.among(
      change { $0.following.queued.busyThreads },
      pooled: change { Set($0.following.queued.threads.keys) })
    let passed = began.duration(to: .now)
    return change { state in
      // After an activity during the search, the threads that were found may no longer rest.
      if state.following.realTime.activityCount != activityCount { return true }
      state.following.queued.excuse(resting: resting, isStuck: passed > Self.stuck)
      if passed < options.patience { return true }
      state.giveUpTrailing(after: options.patience)
      return false
    }
  }

  /// Stops waiting for code without activity. Tasks that expired while at work are completed as unsuccessful.
  ///
  /// - Parameter mainQueueRunsBlocks: Whether the main queue of this process runs blocks.
  private func giveUp(mainQueueRunsBlocks: Bool) {
    let (expiredTasks, processes) = change { state in
      let expiredTasks = state.giveUp(
        after: options.patience, mainQueueRunsBlocks: mainQueueRunsBlocks)
      return (expiredTasks, state.processes)
    }
    // Completed without the lock, since the center calls the bench.
    for task in expiredTasks {
      processes[task.process]?.center.complete(run: task.run, success: false)
    }
  }

  /// The number of turns that the app has after a limit, each behind all code that waits for a thread.
  private static let turns = 20

  /// Waits up to `limit` of real time until the app has shown more activities than `activityCount`. Returns whether
  /// it did.
  ///
  /// - Parameters:
  ///   - activityCount: The number of activities when the caller decided to wait.
  ///   - letsThreadsRun: Whether the wait is extended if the machine has not let all threads run.
  ///   - work: The start and the limit of a wait for tasks at work, which lasts as long as there are any; `nil` for
  ///     another wait.
  private func showsActivity(
    within limit: Duration, _ activityCount: Int, lettingThreadsRun letsThreadsRun: Bool,
    work: (began: ContinuousClock.Instant, limit: Duration)? = nil
  ) async -> Bool {
    guard limit > .zero else { return false }
    return await withCheckedContinuation { continuation in
      let now = ContinuousClock.now
      let (waits, checkDelay) = change { state in
        let waiter = RealTimeWait.Waiter(
          number: state.following.nextNumber(), began: work?.began ?? now,
          limit: work?.limit ?? limit, deadline: now + limit, isForWork: work != nil,
          letsThreadsRun: letsThreadsRun, continuation: continuation)
        return state.following.realTime.wait(waiter, activityCount: activityCount)
      }
      // There has been an activity since the caller decided to wait.
      if !waits { continuation.resume(returning: true) }
      if let checkDelay { checkWaiter(after: checkDelay) }
    }
  }

  /// Checks the waiter after a delay, and ends its wait if its time is over.
  private func checkWaiter(after delay: Duration) {
    DispatchQueue.global().asyncAfter(deadline: .now() + delay.seconds) { [weak self] in
      switch self?.change({ $0.following.realTime.check() }) {
      // The bench was released, or no code waits.
      case nil, .some(.none): return
      case .waits(let rest): self?.checkWaiter(after: rest)
      case .isDue(let number, let letsThreadsRun):
        if letsThreadsRun { OtherThreads.letRun() }
        // Queued behind all code that waits for a thread of the pool, since blocking tests may have occupied the
        // threads. Each priority has its own threads: handlers use the default priority's.
        Task.detached {
          for _ in 1...Self.turns { await Task.yield() }
          self?.endWait(number)
        }
      }
    }
  }

  /// Ends the wait with this number without activity, unless an activity has extended it.
  private func endWait(_ number: Int) {
    let (check, waiter) = change { state in
      let check = state.following.realTime.check()
      // Another waiter may have replaced the one with this number.
      guard case .isDue(number, _) = check else {
        return (check, CheckedContinuation<Bool, Never>?.none)
      }
      return (check, state.following.realTime.removeWaiter(number: number))
    }
    waiter?.resume(returning: false)
    if case .waits(let rest) = check { checkWaiter(after: rest) }
  }

  // MARK: Orders

  /// Carries out an order of the scheduler for a process or a run, and notes the runs that have ended.
  private func carryOut(_ order: BenchWorld.Order) async {
    switch order {
    case .launch(let process): await launch(process.id)
    case .deliver(let run): deliver(run)
    case .expire(let run):
      // The center calls the bench, so it is notified without the lock.
      let center = change { $0.expire(run) }
      center?.expire(run: run)
    // A process started by the user cannot be killed; the scheduler sends it no more tasks.
    case .end(let number):
      change { state in
        if state.processes[number]?.isStartedByUser == false { state.end(number, .killed) }
      }
    case .suspend(let process): change { $0.suspend(process) }
    case .resume(let process): change { $0.processes[process]?.isSuspended = false }
    }
    change { $0.noteEnds() }
  }

  /// Delivers a run to its process as a task, with the test's directions for its identifier. Does nothing if the
  /// process has ended or already has the task.
  private func deliver(_ run: Run) {
    let center = change { state -> TaskCenter? in
      guard let number = run.process, let process = state.processes[number],
        state.tasks[run.id] == nil
      else { return nil }
      var task = HeldTask(
        run: run.id, identifier: run.key.id, process: number, deliveredAt: state.elapsed)
      task.isCompletedByTest = state.directions.completedByTest.contains(run.key.id)
      task.workEnds = state.directions.lengths[run.key.id].map { length in
        state.elapsed + length * state.world.slowness
      }
      // Kept for `HeldTask.need`: the completion of the task removes `workEnds`.
      task.plannedEnd = task.workEnds
      if let expiration = options.variant?.expiration, expiration.identifier == run.key.id {
        task.expiresEarly = state.elapsed + .seconds(expiration.second)
      }
      state.tasks[run.id] = task
      state.note(.began(run.id), of: run.key.id)
      state.findings[run.key.id].begin(run.id, hasNetwork: state.world.hasNetwork)
      // The delivered request no longer waits.
      state.waits.markOutdated()
      return process.center
    }
    center?.start(
      DeliveredTask(
        run: run.id, identifier: run.key.id, kind: run.kind.rawValue,
        run.task.map { Self.content($0) } ?? .plain))
  }

  /// Returns the content of a task in the form in which a link delivers it to an app process.
  private static func content(_ task: TaskClass) -> DeliveredTask.Content {
    switch task {
    case .continued(let terms):
      .continued(TaskReport.Title(title: terms.title, subtitle: terms.subtitle))
    case .healthResearch: .healthResearch
    case .alarm(let due): .alarm(due: due.date)
    case .push(let payload): .delegate(.push(payload: payload))
    case .response(let payload): .delegate(.response(payload: payload))
    case .fetch: .delegate(.fetch)
    case .transferEvents(let session): .delegate(.transferEvents(session: session))
    case .observer(let changed): .delegate(.observer(changed: changed.map(\.text)))
    // Transfers and notifications are not sent to any process.
    case .transfer, .notification: .plain
    }
  }
}
