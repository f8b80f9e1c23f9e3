import Foundation

/// The identifier of a background task that an app has begun, with the name of UIKit's.
public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
  /// The number of the task.
  public let rawValue: Int

  /// Creates the identifier with this number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The identifier of no task.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// Asks for about half a minute to finish something in the background (`background-task-time` of the policy). A
  /// process that the daemon has started is then not suspended five seconds after its last task. Call
  /// `endBackgroundTask(_:)` for each identifier; a process that has not ended all of them in time is killed.
  ///
  /// - Parameters:
  ///   - taskName: A name for the log.
  ///   - handler: Called on the main queue some seconds before the time ends.
  @preconcurrency public nonisolated func beginBackgroundTask(
    withName taskName: String? = nil,
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    backgroundTimes.begin(taskName ?? "unnamed", handler)
  }

  /// Ends the background task. An identifier that has already ended, or `.invalid`, has no effect.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTimes.end(identifier)
  }

  /// The seconds that are left in the background. It is `.greatestFiniteMagnitude` in the foreground, and while the app
  /// has a task, which has its own budget.
  public var backgroundTimeRemaining: TimeInterval { backgroundTimes.remaining }
}
