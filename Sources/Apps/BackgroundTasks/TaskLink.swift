import Foundation

/// The source of tasks and of their expirations: the daemon behind its socket, or the bench of a test, which replaces
/// it with `TaskCenter.use(_:)`.
///
/// A requirement with a default implementation does not concern every link. The comments of the defaults name the links
/// that use them.
package protocol TaskLink: AnyObject, Sendable {
  /// Attaches the process, and passes later events to `center`.
  func start(_ center: TaskCenter)

  /// Whether the launch of the app has finished.
  var isLaunched: Bool { get }

  /// The event that ended the launch, such as `the main queue has turned first`.
  var launchEnd: String { get }

  /// Ends the registration of handlers.
  ///
  /// - Parameter handlers: The identifiers with a handler.
  func endLaunch(because end: String, handlers: [String])

  /// Reports the identifiers with a handler, if some were registered after the launch. Does not wait.
  func noteHandlers(_ handlers: [String])

  /// Returns the identifiers that the app may submit; `nil` if they are unknown.
  func permittedIdentifiers() -> [String]?

  /// Returns the seconds that a module may take to be created, 0 for no limit; `nil` if they are unknown.
  func moduleLimit() -> Double?

  /// Submits a request, which replaces a queued one with the same identifier.
  ///
  /// - Parameter kind: The daemon's name for this kind of work.
  func submit(_ request: BGTaskRequest, kind: String) throws(BGTaskScheduler.Error)
  /// Submits an observer, so that changes wake the app.
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error)
  /// Removes a queued request. A running task continues.
  func cancel(_ identifier: String)
  /// Returns the queued requests; empty if they are unknown.
  func pending() -> [BGTaskRequest]

  /// Reports the completion of a run.
  func complete(_ run: Int64, success: Bool)

  /// Reports that the launch handler of a run is about to be called. Returns `false` if the run has ended, so that the
  /// handler must not be called.
  func reportStart(of run: Int64) -> Bool

  /// Reports the state of an expiration handler, without waiting. Returns `false` if the caller must complete a task
  /// without a handler, as unsuccessful.
  func report(_ expiration: ExpirationState, of run: Int64) -> Bool

  /// The time in which a running launch handler can set an expiration handler after the expiration, before the
  /// expiration handler counts as missing.
  var missingHandlerDelay: Duration { get }

  /// Reports progress. Returns `false` if no more reports of the run are accepted.
  func report(_ report: TaskReport, of run: Int64) -> Bool

  /// Reports whether the app is in the foreground, without waiting.
  func reportForeground(_ isForeground: Bool)

  /// Asks for time to finish work that has begun, although there is no task, or ends that request. Does not wait.
  func requestBackgroundTime(_ isRequested: Bool)

  /// Asks for fetches at least `seconds` apart; `nil` ends them. Does not wait.
  func setFetchInterval(_ seconds: Double?)

  /// Returns the identifier of the app.
  func app() throws(BGTaskScheduler.Error) -> String

  /// Whether the user allows background refreshes of the app; `nil` if that is unknown.
  var mayRefresh: Bool? { get }

  /// Whether the user has allowed the app to show notifications; false if that is unknown.
  var mayNotify: Bool { get }

  /// Returns a field of the device, such as `thermal`; `nil` if it is unknown.
  func device(_ field: String) -> String?

  // MARK: Time

  /// The time on the link's clock, since a fixed moment.
  var elapsed: Duration { get }

  /// Sleeps until the link's clock has reached `deadline`.
  ///
  /// - Throws: `CancellationError` if the Swift task is cancelled.
  func sleep(until deadline: Duration) async throws

  // MARK: For kill reports

  /// The number of the current thread, for reports about the thread that holds a task; 0 if the link sends none.
  var currentThread: Int32 { get }

  // MARK: For benches

  /// Whether every report of progress is sent immediately.
  var reportsAtOnce: Bool { get }

  /// Calls a handler of a task.
  func perform(_ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue)

  /// Notes that a handler was registered, or was refused because the Info.plist does not list its identifier.
  func noteHandler(for identifier: String, isPermitted: Bool)

  /// Notes that a handler is isolated to the main actor, but would be called on another queue.
  func noteIsolation(of identifier: String)

  /// Called before a completion of a run that is not complete yet. Returns whether the caller must ignore it, since a
  /// bench postpones it. The bench completes the run when the duration that the test has set for its work has passed,
  /// unless the task expires or the bench ends before.
  func postponesCompletion(of run: Int64, success: Bool) -> Bool

  /// Notes that a complete run was completed again.
  func noteSecondCompletion(of run: Int64)

  /// Reports that the app has broken a rule, which ends a process. If it returns, the offending call does nothing.
  func fail(_ message: String)
}

// Defaults of the links without a daemon: the bench and `MissingLink`.
extension TaskLink {
  package func reportStart(of run: Int64) -> Bool { true }

  package var missingHandlerDelay: Duration { .zero }
  package var mayNotify: Bool { false }
  package var currentThread: Int32 { 0 }

  /// Throws an error. Only the bench uses this default.
  package func app() throws(BGTaskScheduler.Error) -> String { throw .notHere }

  /// Ignores the report. Only `MissingLink` uses this default, and no task arrives over it.
  package func report(_ expiration: ExpirationState, of run: Int64) -> Bool { false }

  /// Calls the handler on `queue`, without noting the run. Only `MissingLink` uses this default.
  package func perform(
    _ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue
  ) {
    queue.async(execute: handler)
  }
}

// Defaults of the links outside of a bench: the daemon's link and `MissingLink`.
extension TaskLink {
  package var reportsAtOnce: Bool { false }

  package func noteHandler(for identifier: String, isPermitted: Bool) {}

  /// Logs that the handler is isolated to the main actor, but would be called on another queue.
  package func noteIsolation(of identifier: String) {
    Log.write(
      "the handler of \(identifier) is isolated to the main actor, but called on another queue, which ends the process on a phone;"
        + " register it with `using: .main`, or mark its closure `@Sendable`")
  }

  package func postponesCompletion(of run: Int64, success: Bool) -> Bool { false }
  package func noteSecondCompletion(of run: Int64) {}
  package func fail(_ message: String) { Log.fail(message) }
}

extension BGTaskScheduler.Error {
  /// The error for a function that needs a daemon, on a bench.
  fileprivate static var notHere: BGTaskScheduler.Error {
    BGTaskScheduler.Error(.unavailable, "this requires a daemon, which a bench does not have")
  }
}
