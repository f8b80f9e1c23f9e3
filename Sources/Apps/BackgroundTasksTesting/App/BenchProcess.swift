import BackgroundTasks
import Foundation
import Scheduling

/// A process that the app would have.
struct BenchProcess {
  let link: ProcessLink
  let center: TaskCenter
  /// Whether the user has started it.
  var isStartedByUser: Bool
  var isSuspended = false
  /// Whether the process ends with its last task, since its user has left it.
  var endsAfterLastTask = false
  /// The identifiers of its handlers.
  var handlers: Set<String> = []
  /// The time since the start of the bench at which its user left it; `nil` if the user did not.
  var leftAt: Duration?
  /// Whether the user has ended it.
  var isQuit = false
  /// The number of its launches and app events that continue in Swift tasks.
  var flows = 0
  /// Whether the bench no longer waits for these Swift tasks.
  var continuesUnawaited = false
  /// The code in its queues when it ended, kept until it can be released without the bench's lock.
  var dropped: [HeldTimer] = []
}

/// The substitute for the daemon in a process of the tested app. It is used from the threads of the app's code.
final class ProcessLink: TaskLink, @unchecked Sendable {
  /// The scheduler's number of the process.
  let number: Int64
  /// The bench, which releases its processes at its end.
  private let bench: Bench
  private let launchLock = NSLock()
  /// The event that ended the launch; `nil` while the app is launching.
  private var ending: String?

  init(_ number: Int64, _ bench: Bench) {
    self.number = number
    self.bench = bench
  }

  // MARK: Launch

  func start(_ center: TaskCenter) {}

  var isLaunched: Bool { launchLock.withLock { ending != nil } }
  var launchEnd: String { launchLock.withLock { ending } ?? "" }

  /// Notes the end of the launch. Only the first call has an effect.
  func endLaunch(because end: String, handlers: [String]) {
    launchLock.withLock { ending = ending ?? end }
  }

  func permittedIdentifiers() -> [String]? { bench.app.declaration.permittedIdentifiers }

  /// Modules take real time, so a bench has no policy for them.
  func moduleLimit() -> Double? { nil }

  /// Adds the identifier to those with a handler. An identifier that the Info.plist does not list is a failure of the
  /// app.
  func noteHandler(for identifier: String, isPermitted: Bool) {
    let caller = BenchFailure.Location(.current)
    bench.noteActivity { state in
      state.places.note(handler: identifier, at: caller)
      if isPermitted {
        state.processes[number]?.handlers.insert(identifier)
      } else {
        state.fail(
          .notListed, identifier,
          "the app registers a handler for it, but the Info.plist does not list it",
          suggestion: bench.app.nearestIdentifier(to: identifier).map {
            "register '\($0)', or add the identifier to BGTaskSchedulerPermittedIdentifiers"
          })
      }
    }
  }

  /// Adds a failure of the app, since the handler would end the process on a phone.
  func noteIsolation(of identifier: String) {
    bench.noteActivity { state in
      state.fail(
        .brokenRule, identifier,
        "its handler is isolated to the main actor, like every closure in main-actor code, but would be called on another"
          + " queue, which ends the process on a phone",
        suggestion: "register it with `using: .main`, or mark the closure `@Sendable`")
    }
  }

  /// Adds a failure for the broken rule, and ends the process as after a crash.
  func fail(_ message: String) {
    let caller = BenchFailure.Location(.current)
    bench.noteActivity { state in
      let run = ExecutionContext.current?.run
      let identifier = run.flatMap { state.tasks[$0]?.identifier } ?? bench.app.identifier
      state.fail(.brokenRule, identifier, run: run, "the process ends: \(message)", at: caller)
      state.crash(number)
    }
  }

  /// Virtual time does not wait for a rest between reports.
  var reportsAtOnce: Bool { true }

  // MARK: Time

  var elapsed: Duration { bench.change { $0.elapsed } }

  func sleep(until deadline: Duration) async throws {
    try await bench.sleepOfApp(until: deadline)
  }

  // MARK: Requests

  /// Submits a request to the scheduler and keeps a copy for `pending()`. Throws if the bench or the process has ended,
  /// or if the scheduler refuses the request.
  func submit(_ request: BGTaskRequest, kind: String) throws(BGTaskScheduler.Error) {
    let dates = bench.options.dates
    guard bench.admits(AppCall(verb: "submitted", identifier: request.identifier), of: number)
    else {
      throw .afterTest
    }
    let caller = BenchFailure.Location(.current)
    try bench.noteActivity { (state) throws(BGTaskScheduler.Error) in
      try state.checkIsAlive(number)
      state.noteActivity(of: ExecutionContext.current)
      state.places.note(submission: request.identifier, at: caller)
      do throws(Refusal) {
        let submission = try Submission(
          request, kind, dates, of: state.world.key, at: state.world.now.wall)
        _ = try state.world.ask { .submit(submission, $0) }
        state.note(request, submission)
        // The new request also waits, for reasons that are not evaluated yet.
        state.waits.markOutdated()
      } catch {
        throw BGTaskScheduler.Error(error)
      }
    }
  }

  /// Throws an error, since a bench has no changing data to observe.
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error) {
    throw BGTaskScheduler.Error(
      .unavailable,
      userInfo: [
        NSLocalizedDescriptionKey:
          "observers are not supported on a bench, which has no changing data"
      ])
  }

  func noteHandlers(_ handlers: [String]) {}

  /// Removes a queued request; its running task continues. Has no effect after the end of the bench.
  func cancel(_ identifier: String) {
    guard bench.admits(AppCall(verb: "cancelled", identifier: identifier), of: number) else {
      return
    }
    bench.noteActivity { state in
      state.noteActivity(of: ExecutionContext.current)
      let key = state.world.key(identifier)
      state.noteCancelling(of: identifier)
      // An identifier that is not queued needs no cancelling.
      _ = try? state.world.ask { .cancel(key, keepsRunning: true, $0) }
    }
  }

  /// Reports to the scheduler whether background tasks hold the process.
  func requestBackgroundTime(_ isRequested: Bool) {
    bench.noteActivity { state in
      _ = try? state.world.ask { .holdApp(number, isHeld: isRequested, $0) }
    }
  }

  /// Submits a fetch with an interval of this many seconds, or removes it if `seconds` is `nil`. A refusal is ignored.
  func setFetchInterval(_ seconds: Double?) {
    bench.noteActivity { state in
      guard let seconds else {
        let key = state.world.key(TaskCategory.fetchIdentifier)
        _ = try? state.world.ask { .cancel(key, keepsRunning: true, $0) }
        return
      }
      var submission = Submission(
        owner: state.world.key.owner, kind: .refresh, command: Command(arguments: []))
      submission.app = state.world.key.id
      let nanoseconds = Int64(bounded: seconds * 1e9)
      submission.terms.task = .fetch(interval: .nanoseconds(nanoseconds))
      let finalSubmission = submission
      _ = try? state.world.ask { .submit(finalSubmission, $0) }
    }
  }

  /// Returns copies of the queued requests; empty after the end of the bench.
  func pending() -> [BGTaskRequest] {
    guard bench.admits(AppCall(verb: "asked for"), of: number) else { return [] }
    let copies = bench.noteActivity { state in
      state.noteActivity(of: ExecutionContext.current)
      return state.world.pending.compactMap { state.findings.requests[$0.key.id]?.copy }
    }
    return copies.map(\.request)
  }

  // MARK: Tasks

  /// Calls a handler of a run on its queue, with the task-local values by which the bench follows its Swift tasks.
  func perform(_ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue) {
    let flow = bench.flow(of: run)
    let center = bench.change { state in
      state.tasks[run]?.executing += 1
      return state.processes[number]?.center
    }
    let context = ExecutionContext(process: number, run: run)
    queue.async { [bench] in
      // If the process crashes, its report names this call.
      bench.notePosition(run: run)
      // By these values, code that the handler calls or begins finds its bench, its process and run, the executor of
      // limited work, and its center. It keeps the flow until it ends.
      Bench.$ofCurrentCode.withValue(bench) {
        ExecutionContext.$current.withValue(context) {
          TimeLimit.$executor.withValue(BoundedWork(of: run, bench)) {
            TaskCenter.$own.withValue(center) {
              Flow.$current.withValue(flow) { MainQueueWatch.run(context, on: bench, handler) }
            }
          }
        }
      }
      bench.noteActivity { $0.tasks[run]?.executing -= 1 }
    }
  }

  /// Completes a task, and ends its run.
  func complete(_ run: Int64, success: Bool) {
    bench.noteActivity { $0.complete(run, success: success) }
  }

  /// Reports to the scheduler that a run has no expiration handler, and returns whether it did. Other states are
  /// ignored: they matter only for kill reports, which a bench does not write.
  func report(_ expiration: ExpirationState, of run: Int64) -> Bool {
    guard expiration == .missing else { return false }
    bench.noteActivity { $0.noteMissingExpirationHandler(of: run) }
    return true
  }

  /// Returns `true` if the completion must not be processed now: it is postponed to the end of the task's work, or
  /// the bench accepts no more calls.
  func postponesCompletion(of run: Int64, success: Bool) -> Bool {
    guard bench.admits(AppCall(verb: "completed"), of: number, run: run) else { return true }
    return bench.noteActivity { $0.postponeCompletion(of: run, success: success) }
  }

  /// Adds a failure of the app for a second completion of a run, unless the bench accepts no more calls.
  func noteSecondCompletion(of run: Int64) {
    guard bench.admits(AppCall(verb: "completed"), of: number, run: run) else { return }
    bench.noteActivity { $0.noteSecondCompletion(of: run) }
  }

  /// Reports a new title and the completed share to the scheduler. Returns `false` if the run has ended.
  func report(_ report: TaskReport, of run: Int64) -> Bool {
    bench.noteActivity { state in
      state.noteActivity(of: ExecutionContext.current)
      if let shown = report.title?.accepted {
        _ = try? state.world.ask {
          .report(run, .title(shown.title, subtitle: shown.subtitle), $0)
        }
      }
      if let share = report.share {
        _ = try? state.world.ask { .report(run, .progress(share), $0) }
      }
      return state.tasks[run]?.ending == nil
    }
  }

  // MARK: The app and its device

  /// Reports to the scheduler that the app has opened or closed itself.
  func reportForeground(_ isForeground: Bool) {
    bench.noteActivity { $0.world.send(isForeground ? .openReported : .closed) }
  }

  var mayRefresh: Bool? { bench.change { $0.world.mayRefresh } }

  func device(_ field: String) -> String? { bench.change { $0.world.text(of: field) } }
}

extension BGTaskScheduler.Error {
  /// The error for a call after the end of the bench.
  fileprivate static var afterTest: BGTaskScheduler.Error {
    BGTaskScheduler.Error(
      .unavailable,
      userInfo: [NSLocalizedDescriptionKey: "the test and its bench have ended"])
  }
}
