import Foundation

/// Names something that an app finishes in the background, with the name of UIKit's.
public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
  /// Its number.
  public let rawValue: Int

  /// The one of this number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// None.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// Asks for time to finish something in the background, about half a minute (`background-task-time` of the policy): a process
  /// that the daemon has started is not suspended five seconds after its last task then. Owed for each is
  /// `endBackgroundTask(_:)`; a process that has not ended them all in its time is killed.
  ///
  /// - Parameters:
  ///   - taskName: What it is, for the log.
  ///   - handler: Called on the main queue some seconds before the time is over.
  public nonisolated func beginBackgroundTask(
    withName taskName: String? = nil,
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    backgroundTimes.begin(taskName ?? "unnamed", handler)
  }

  /// It is finished. What has ended already, or is `.invalid`, changes nothing.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTimes.end(identifier)
  }

  /// The seconds that are left in the background; endless in the foreground, and while the app has a task, which has a budget
  /// of its own.
  public var backgroundTimeRemaining: TimeInterval { backgroundTimes.remaining }
}
