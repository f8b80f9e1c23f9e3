import Dispatch

// Cancels and lists queued requests.
extension TaskCenter {
  /// Makes a call that its caller does not wait for, after all earlier ones. Handlers of the app must not run in it:
  /// they can call `waitForCalls()`.
  func callLater(_ call: @escaping @Sendable () -> Void) { calls.async(execute: call) }

  /// Waits for the calls that their callers did not wait for, so that a cancellation also applies to a request that is
  /// being submitted.
  func waitForCalls() { calls.sync {} }

  /// Removes a queued request. A running task continues.
  func cancel(_ identifier: String) { daemon.cancel(identifier) }

  /// Returns the queued requests without alarms and notifications, which are not tasks of the scheduler.
  func pending() -> [BGTaskRequest] { daemon.pending().filter(\.isOfScheduler) }

  /// Whether a request of a task is queued.
  package static func isPending(_ identifier: String) -> Bool {
    current.pending().contains { $0.identifier == identifier }
  }
}
