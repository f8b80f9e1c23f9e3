import BackgroundTasks
import CQueues
import Foundation

/// A call of an app that affects future runs.
struct AppCall {
  /// The verb in messages, such as "submitted".
  let verb: String
  /// The identifier of the task; `nil` if the call concerns no task.
  var identifier: String?
}

// Finds the origin of calls, and whether the bench could foresee them.
extension Bench {
  /// Decides whether a call of the app to the daemon's substitute is accepted. A call after the end of the bench is
  /// refused, and is a failure of the app if its process existed at the end. Other calls are accepted, but they are
  /// checked: a call from code that the bench did not wait for is a failure of the app.
  ///
  /// - Parameters:
  ///   - process: The number of the calling process.
  ///   - run: The run; `nil` if it is unknown.
  /// - Returns: Whether the call is accepted.
  func admits(_ call: AppCall, of process: Int64, run: Int64? = nil) -> Bool {
    if change({ $0.isOver }) {
      if change({ $0.processes.remainingAtEnd.contains(process) }) { reportLate(call) }
      return false
    }
    let isFollowed = Self.ofCurrentCode != nil
    if isFollowed {
      let blockNumber = FollowedBlock.current?.number
      if let context = ExecutionContext.current { change { $0.check(call, context, blockNumber) } }
      return true
    }
    // A thread that an earlier test has left behind. If this app is at work, the call may come from its code.
    if let thread = FollowedThread.current, thread.bench !== self,
      thread.bench.change({ $0.isOver }), change({ !$0.isAtWork })
    {
      thread.bench.reportLate(call)
      return false
    }
    // Code of an unknown origin, such as an event of a socket: from now on the bench waits for it.
    change { $0.checkUnknown(call, run) }
    follow(ExecutionContext(process: process, run: run))
    return true
  }

  /// Follows code without a known handler, such as from a run loop or a socket's events.
  private func follow(_ context: ExecutionContext) {
    guard let block = FollowedBlock.current else {
      // Outside of a block, the code continues until its thread ends or rests.
      let thread = rubato_own_thread()
      return change { $0.follow(thread, context) }
    }
    let center = change { $0.processes[context.process]?.center }
    let flow = context.run.map { self.flow(of: $0) }
    block.mark(Origin(bench: self, context: context, center: center, flow: flow))
  }

  /// Reports a call after the end of the test as a failure of the app. A call without a task is ignored.
  private func reportLate(_ call: AppCall) {
    guard let identifier = call.identifier else { return }
    let failure = change { state in
      state.failure(
        .untimely, identifier, "code of the app has \(call.verb) it after the test had ended",
        suggestion: "wait for that code in the test, or complete the task last",
        at: BenchFailure.Location(.current))
    }
    reportsLate(failure)
  }

  /// Returns an object that counts as a continuing handler of the run until it is released. Swift tasks that the
  /// handler begins inherit it.
  func flow(of run: Int64) -> Flow {
    change { $0.tasks[run]?.flows += 1 }
    return Flow { [weak self] in self?.noteActivity { $0.noteEndOfFlow(of: run) } }
  }
}

extension BenchState {
  /// Whether the test is at work, or the app does work that is waited for.
  var isAtWork: Bool { !isAdvancingTime || processes.calls > 0 || activity != .settled }

  /// Adds a failure for a call of code that the bench has followed so far, if it no longer waits for that code.
  ///
  /// - Parameters:
  ///   - context: The process of the code, and its run, if any.
  ///   - blockNumber: The number of its block in a queue; `nil` if the code runs in no block that is waited for.
  mutating func check(_ call: AppCall, _ context: ExecutionContext, _ blockNumber: Int?) {
    let isBlockAwaited = blockNumber.map { following.queued.blocks[$0] != nil } ?? false
    if isBlockAwaited { return }
    // Code of the task continued without activity, and the bench has stopped waiting for it (`giveUp`).
    guard let run = context.run, let task = tasks[run], task.continuesUnawaited else { return }
    // The bench gave up the whole task, and has already added a failure for that.
    if task.isGivenUp { return }
    // While the test or other code is at work, virtual time does not pass, so the call has a certain time.
    if !isAtWork { failForUntimelyCall(call, run) }
  }

  /// Checks a call of code that is unknown to the bench.
  mutating func checkUnknown(_ call: AppCall, _ run: Int64?) {
    if !isAtWork { failForUntimelyCall(call, run) }
  }

  /// Adds a failure for a call from code that the bench did not wait for, whose time depends on the machine.
  private mutating func failForUntimelyCall(_ call: AppCall, _ run: Int64?) {
    fail(
      .untimely, call.identifier ?? identifier, run: run,
      "code of the app has \(call.verb) it while time passed, from a queue, a thread or a timer that the bench could not follow"
        + " from a handler, so that the time depends on this machine",
      at: BenchFailure.Location(.current))
  }
}
