import BackgroundTasks
import Foundation
import Scheduling
import Simulation

// Completes, expires and ends tasks, and ends processes.
extension BenchState {
  /// Throws an error with the code `unavailable` if the process has ended.
  func checkIsAlive(_ process: Int64) throws(BGTaskScheduler.Error) {
    if processes[process] != nil { return }
    throw BGTaskScheduler.Error(
      .unavailable,
      userInfo: [
        NSLocalizedDescriptionKey:
          "the app has no process; let the bench open or launch it first"
      ])
  }

  // MARK: Completing

  /// Reports the completion of a task to the scheduler. Has no effect if the task, or its process, has already ended;
  /// if the task had expired before, that is a failure of the app.
  mutating func complete(_ run: Int64, success: Bool) {
    guard let task = tasks.liveOrPast(run) else { return }
    tasks[run]?.isSilentSinceWake = false
    let processHasEnded = tasks[run] == nil
    if processHasEnded || task.ending != nil {
      if let expired = task.expired { failForLateCompletion(of: task, expired) }
      return
    }
    tasks[run]?.completions += 1
    note(.completed(run, success: success), of: task.identifier)
    _ = try? world.ask { .report(run, .completed(success: success), $0) }
    noteEnds()
  }

  /// Postpones the completion of a run to the end of the task's work. Returns `false` if the task has ended or
  /// expired, or has no remaining work, so that the completion applies now. A second postponed completion is a
  /// failure of the app.
  mutating func postponeCompletion(of run: Int64, success: Bool) -> Bool {
    guard let task = tasks[run], task.ending == nil, task.expired == nil,
      let workEnd = task.workEnds, workEnd > elapsed
    else { return false }
    tasks[run]?.isSilentSinceWake = false
    if task.postponedSuccess != nil { failForSecondCompletion(of: task) }
    tasks[run]?.postponedSuccess = task.postponedSuccess ?? success
    return true
  }

  /// Adds a failure for a second completion of a task: too late after an expiration, else a repeated one.
  mutating func noteSecondCompletion(of run: Int64) {
    guard let task = tasks.liveOrPast(run) else { return }
    tasks[run]?.isSilentSinceWake = false
    if let expired = task.expired {
      failForLateCompletion(of: task, expired)
    } else {
      failForSecondCompletion(of: task)
    }
  }

  /// Adds a failure of the app for a task that was completed more than once.
  private mutating func failForSecondCompletion(of task: HeldTask) {
    fail(
      .completedTwice, task,
      "the task was completed more than once, and only the first completion applies")
  }

  /// Adds a failure of the app for a task that was completed after its end. `expired` is the time of its expiration,
  /// counted from the start of the bench.
  private mutating func failForLateCompletion(of task: HeldTask, _ expired: Duration) {
    fail(
      .completedAfterExpiration, task,
      "the task was completed \((elapsed - expired).shortText) after its time was over, when it had already ended"
    )
  }

  // MARK: Expiring

  /// Marks a task as expired, and drops its postponed completion. Returns the center of its process, which must be
  /// notified; `nil` if the task or the process has ended.
  mutating func expire(_ run: Int64) -> TaskCenter? {
    guard let task = tasks[run], task.ending == nil, let process = processes[task.process] else {
      return nil
    }
    let now = elapsed
    // A task can expire again: the first time counts.
    if task.expired == nil {
      tasks[run]?.expired = now
      note(.expired(run), of: task.identifier)
    }
    // The completion was postponed to the end of the work, which the expiration precedes.
    if task.postponedSuccess != nil { tasks[run]?.hasInterruptedWork = true }
    tasks[run]?.postponedSuccess = nil
    // Its handler is called now, so the bench waits for the task again.
    tasks[run]?.isGivenUp = false
    tasks[run]?.owesAnswer = true
    return process.center
  }

  /// Adds a failure of the app for an expired task without an expiration handler, and reports the missing handler to
  /// the scheduler, which decides about the run.
  mutating func noteMissingExpirationHandler(of run: Int64) {
    guard let task = tasks[run], task.ending == nil else { return }
    tasks[run]?.isSilentSinceWake = false
    tasks[run]?.lacksExpirationHandler = true
    let time = (task.expired ?? elapsed) - task.deliveredAt
    fail(
      .neverCompleted, task,
      "its time was over after \(time.shortText), and its process was ended for lack of an expiration handler",
      suggestion: "set an expiration handler that stops the work and completes the task")
    // The policy of a bench, as by default, is to kill the process.
    _ = try? world.ask { .report(run, .expiration(ExpirationReport(.missing)), $0) }
    noteEnds()
  }

  // MARK: Ending

  /// Adds the runs that have ended to the findings, and marks their tasks as ended. A run that was killed or expired
  /// without a completion is a failure of the app.
  mutating func noteEnds() {
    for (run, ending, conditions) in world.removeEnded() {
      let ended = BenchRun(run, ending)
      note(.ended(ended), of: ended.identifier)
      add(
        EndedRun(
          run: ended, need: tasks.liveOrPast(run.id)?.need(budget: ended.budget),
          isEndedByTest: findings.isEndedByTest(run.id), isForced: run.isForced,
          onBattery: conditions.onBattery))
      guard let task = tasks.liveOrPast(run.id) else { continue }
      tasks[run.id]?.ending = ending
      tasks[run.id]?.postponedSuccess = nil
      tasks[run.id]?.expiresEarly = nil
      let hasRunOutOfTime = ending.outcome == .killed || ending.outcome == .expired
      // A missing expiration handler has already been added as a failure.
      guard hasRunOutOfTime, task.completions == 0, !task.lacksExpirationHandler else { continue }
      let time = (task.expired ?? elapsed) - task.deliveredAt
      fail(
        .neverCompleted, task,
        "its time was over after \(time.shortText) (\(ending.stopReason?.code ?? "")), and it was not complete within its"
          + " grace of \(run.grace.shortText), so that its process was killed")
    }
  }

  /// Removes a process and reports its end to the scheduler. With the user's process the app is closed. Does nothing
  /// if the process has already ended.
  mutating func end(_ number: Int64, _ exit: ProcessExit) {
    guard let process = forget(number) else { return }
    if process.isStartedByUser {
      processes.isOpen = false
      world.record(isOpen: false)
    }
    world.send(process.isStartedByUser ? .detachApp(number) : .runEnded(number, exit))
    noteEnds()
  }

  /// Removes a process with its code in queues and returns it; `nil` if it has already ended. Its tasks become past
  /// ones. It is released later, without the lock.
  mutating func forget(_ number: Int64) -> BenchProcess? {
    tasks.retire(number)
    guard var process = processes.remove(number) else { return nil }
    process.dropped = dropQueuedCode(of: number)
    processes.keepForRelease(process)
    return process
  }

  /// Ends a process that has broken a rule.
  mutating func crash(_ number: Int64) { end(number, ProcessExit(signal: 6)) }

  /// Suspends a process, so that its sleeps do not end. Code that sleeps there now is a failure of the app.
  mutating func suspend(_ number: Int64) {
    processes[number]?.isSuspended = true
    note(.suspended)
    guard following.sleepers.contains(number) else { return }
    let newestTask = tasks.values.filter { $0.process == number }.max { $0.run < $1.run }
    fail(
      .leftBehind, newestTask?.identifier ?? "the app", run: newestTask?.run,
      "code of the app sleeps on the bench's clock when its process is suspended, and continues with the next task, if any"
    )
  }

  /// Ends processes that their user has left, after their last task. A process stays if a task is still on its way to
  /// it, such as one submitted just before the last task was complete.
  mutating func endLeftProcesses() {
    for process in processes.values where process.endsAfterLastTask {
      let number = process.link.number
      let isAtWork =
        world.live.contains { $0.process == number } || following.queued.hasCode(of: number)
      let suspensionTime = (process.leftAt ?? .zero) + Self.tail
      // A phone runs a timer that is due before it suspends the process, unless the user has swiped the app away.
      let awaitsTimer = !process.isQuit && following.timers.contains(number, until: suspensionTime)
      if isAtWork || awaitsTimer { continue }
      var exit = ProcessExit(exit: 0)
      // A swipe kills the process (SIGKILL), but is no crash of the app.
      if process.isQuit {
        exit = ProcessExit(signal: 9)
        exit.wasStoppedOutside = true
      }
      self.end(number, exit)
    }
  }
}
