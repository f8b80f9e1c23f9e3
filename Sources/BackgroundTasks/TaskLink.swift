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

  /// What the app may submit; nil where that is not known.
  func permittedIdentifiers() -> [String]?

  /// - Parameter kind: What the daemon calls this kind of work.
  func submit(_ request: BGTaskRequest, kind: String) throws(BGTaskScheduler.Error)
  func cancel(_ identifier: String)
  func pending() -> [BGTaskRequest]

  func complete(_ run: Int64, success: Bool)

  /// Returns false where nobody wants to hear more of the run.
  func report(_ report: TaskReport, of run: Int64) -> Bool

  /// Tells that the user now looks at the app, or no more. Not waited for.
  func reportForeground(_ isForeground: Bool)

  /// Asks for time to finish what was begun, although there is no task, or needs it no more. Not waited for.
  func hold(_ isHeld: Bool)

  /// Asks for fetches at least `seconds` apart; nil ends them. Not waited for.
  func setFetchInterval(_ seconds: Double?)

  /// What the switch of the app says of its work in the background; nil where nobody says it.
  var mayRefresh: Bool? { get }

  /// A field of the device, such as `thermal`; nil where it is not known.
  func device(_ field: String) -> String?

  // MARK: What a bench sees

  /// Whether reports of progress are told where they are made, and all of them.
  var reportsAtOnce: Bool { get }

  /// Calls a handler of a task.
  func perform(_ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue)

  /// Takes that a handler was registered, or was not because the Info.plist does not list its identifier.
  func noteHandler(for identifier: String, isPermitted: Bool)

  /// Returns whether the completion of a run counts later only: its handler is taken to be at work until then.
  func putsOff(completionOf run: Int64, success: Bool) -> Bool

  /// Takes that a run that was complete has been completed again.
  func noteSecondCompletion(of run: Int64)

  /// The app has broken a rule, which ends a process. Where this returns, the call that has broken it does nothing.
  func fail(_ message: String)
}

extension TaskLink {
  package var reportsAtOnce: Bool { false }

  package func perform(
    _ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue
  ) {
    queue.async(execute: handler)
  }

  package func noteHandler(for identifier: String, isPermitted: Bool) {}
  package func putsOff(completionOf run: Int64, success: Bool) -> Bool { false }
  package func noteSecondCompletion(of run: Int64) {}
  package func fail(_ message: String) { Log.fail(message) }
}
