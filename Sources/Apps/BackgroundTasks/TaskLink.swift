import Control
import Foundation

/// What decides when the tasks of this process begin and end: the daemon behind its socket, or the bench of a test that
/// has taken its place with `TaskCenter.use(_:)`.
///
/// What a bench needs besides has an answer here that serves the daemon.
package protocol TaskLink: AnyObject, Sendable {
  /// Attaches the process, and hands what is decided to `center` from then on.
  func start(_ center: TaskCenter)

  /// Whether the launch of the app has finished.
  var isLaunched: Bool { get }

  /// What has ended the launch, such as `the main queue has turned first`.
  var launchEnd: String { get }

  /// Ends the time in which handlers may be registered.
  ///
  /// - Parameter handlers: The identifiers that they were registered for.
  func finishLaunching(because end: String, handlers: [String])

  /// Tells which handlers there are, where others were registered after the launch. Not waited for.
  func noteHandlers(_ handlers: [String])

  /// What the app may submit; nil where that is not known.
  func permittedIdentifiers() -> [String]?

  /// Seconds that a module of the app may take to be created, 0 for any time; nil where nobody says.
  func moduleLimit() -> Double?

  /// - Parameter kind: What the daemon calls this kind of work.
  func submit(_ request: BGTaskRequest, kind: String) throws(BGTaskScheduler.Error)
  /// Has the app woken when something has changed.
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error)
  func cancel(_ identifier: String)
  func pending() -> [BGTaskRequest]

  func complete(_ run: Int64, success: Bool)

  /// Takes that the launch handler of a run is about to be called. Returns false where the daemon has given the run up, so that
  /// the handler is not called.
  func begin(_ run: Int64) -> Bool

  /// Takes what became of the expiration handler of a run whose time is over; not waited for. Returns false where the task of
  /// a missing handler is to be completed here, as unsuccessful.
  func report(_ expiration: ExpirationState, of run: Int64) -> Bool

  /// Returns false where nobody wants to hear more of the run.
  func report(_ report: TaskReport, of run: Int64) -> Bool

  /// Tells that the user now looks at the app, or no more. Not waited for.
  func reportForeground(_ isForeground: Bool)

  /// Asks for time to finish what was begun, although there is no task, or needs it no more. Not waited for.
  func hold(_ isHeld: Bool)

  /// Asks for fetches at least `seconds` apart; nil ends them. Not waited for.
  func setFetchInterval(_ seconds: Double?)

  /// The identifier of the app.
  func app() throws(BGTaskScheduler.Error) -> String

  /// Makes a call of the interface, for a library above this one.
  func call<Method: ControlMethod>(
    _ method: Method
  ) throws(BGTaskScheduler.Error) -> Method.Reply

  /// Hears what happens to what the user has queued, as long as the process lives, on a thread of the link's own. A snapshot
  /// comes first, and again where something may have been missed.
  func followNotices(_ handler: @escaping @Sendable (NoticeInfo) -> Void)

  /// What the switch of the app says of its work in the background; nil where nobody says it.
  var mayRefresh: Bool? { get }

  /// A field of the device, such as `thermal`; nil where it is not known.
  func device(_ field: String) -> String?

  // MARK: Time

  /// How far its clock is, from a moment of its own.
  var elapsed: Duration { get }

  /// A moment of its clock on that of this process.
  func onOwnClock(_ date: Date) throws(BGTaskScheduler.Error) -> Date

  /// Returns when its clock is there.
  ///
  /// - Throws: `CancellationError` where the Swift task is cancelled.
  func sleep(until deadline: Duration) async throws

  // MARK: What a bench sees

  /// Whether reports of progress are told where they are made, and all of them.
  var reportsAtOnce: Bool { get }

  /// Calls a handler of a task.
  func perform(_ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue)

  /// Takes that a handler was registered, or was not because the Info.plist does not list its identifier.
  func noteHandler(for identifier: String, isPermitted: Bool)

  /// Takes that a handler is isolated to the main actor, and would be called on another queue.
  func noteIsolation(of identifier: String)

  /// Returns whether the completion of a run counts later only: its handler is taken to be at work until then.
  func putsOff(completionOf run: Int64, success: Bool) -> Bool

  /// Takes that a run that was complete has been completed again.
  func noteSecondCompletion(of run: Int64)

  /// The app has broken a rule, which ends a process. Where this returns, the call that has broken it does nothing.
  func fail(_ message: String)
}

extension TaskLink {
  package func onOwnClock(_ date: Date) throws(BGTaskScheduler.Error) -> Date { date }
  package func begin(_ run: Int64) -> Bool { true }
  package func report(_ expiration: ExpirationState, of run: Int64) -> Bool { false }

  package var reportsAtOnce: Bool { false }

  package func perform(
    _ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue
  ) {
    queue.async(execute: handler)
  }

  package func app() throws(BGTaskScheduler.Error) -> String { throw .notHere }

  package func call<Method: ControlMethod>(
    _ method: Method
  ) throws(BGTaskScheduler.Error) -> Method.Reply { throw .notHere }

  package func followNotices(_ handler: @escaping @Sendable (NoticeInfo) -> Void) {}

  package func noteHandler(for identifier: String, isPermitted: Bool) {}

  package func noteIsolation(of identifier: String) {
    Log.write(
      "the handler of \(identifier) is isolated to the main actor, and called on another queue, which ends the process on a phone;"
        + " register it with `using: .main`, or mark its closure `@Sendable`")
  }

  package func putsOff(completionOf run: Int64, success: Bool) -> Bool { false }
  package func noteSecondCompletion(of run: Int64) {}
  package func fail(_ message: String) { Log.fail(message) }
}

extension BGTaskScheduler.Error {
  /// There is no daemon, and nothing that does this in its place.
  fileprivate static var notHere: BGTaskScheduler.Error {
    BGTaskScheduler.Error(.unavailable, "this needs a daemon, and a bench for tests has none")
  }
}
