/// The answer if the time of a task is over and its app has set no expiration handler.
package enum MissingHandlerAnswer: String, CaseIterable, Sendable {
  /// Its process is killed, as a report from practice describes.
  case kill
  /// The task is complete and unsuccessful, as Apple's documentation describes.
  case complete
}

/// The answer if a process holds a file lock when it is suspended.
package enum LockAnswer: String, CaseIterable, Sendable {
  case warn, kill
}
