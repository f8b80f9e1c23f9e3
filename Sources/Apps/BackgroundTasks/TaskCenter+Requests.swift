// Cancels and lists queued requests.
extension TaskCenter {
  /// Removes a queued request. A running task continues.
  func cancel(_ identifier: String) { daemon.cancel(identifier) }

  /// Returns the queued requests without alarms and notifications, which are not tasks of the scheduler.
  func pending() -> [BGTaskRequest] { daemon.pending().filter(\.isOfScheduler) }

  /// Whether a request of a task is queued.
  package static func isPending(_ identifier: String) -> Bool {
    current.pending().contains { $0.identifier == identifier }
  }
}
