import BackgroundTasks
import Foundation

/// What came of looking for something new, with the names of UIKit's.
public enum UIBackgroundFetchResult: UInt, Sendable {
  /// There was something new.
  case newData
  /// There was nothing.
  case noData
  /// It could not be found out.
  case failed
}

extension UIApplication {
  /// As often as the daemon allows.
  public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0

  /// Not at all.
  public nonisolated static let backgroundFetchIntervalNever = TimeInterval.greatestFiniteMagnitude

  /// The longest interval that the daemon takes.
  private nonisolated static let longestInterval: TimeInterval = 366 * 24 * 3600

  /// Asks for fetches, which `application(_:performFetchWithCompletionHandler:)` is called for: the older way than tasks, for
  /// apps without BGTaskSchedulerPermittedIdentifiers. It stays with the daemon until it is set otherwise.
  ///
  /// - Parameter minimumBackgroundFetchInterval: The least time between two of them, in seconds, at most a year.
  public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
    let interval = minimumBackgroundFetchInterval
    if interval == Self.backgroundFetchIntervalNever || !interval.isFinite {
      return process.setFetchInterval(nil)
    }
    process.setFetchInterval(min(max(0, interval), Self.longestInterval))
  }

  /// Hands a notification, a fetch or the end of transfers to the delegate, which owes a result.
  func hand(_ task: DelegateTask) {
    if case .transferEvents(let session) = task.content,
      let handler = sessionHandlers.first(where: { $0.identifier == session })
    {
      return handler.run(task)
    }
    if case .response(let payload) = task.content {
      return UNUserNotificationCenter.current().hand(payload, task)
    }
    guard let delegate else {
      Log.write("the app has no delegate for notifications, fetches and the ends of transfers")
      return task.complete(false)
    }
    let complete: @Sendable (UIBackgroundFetchResult) -> Void = { task.complete($0 != .failed) }
    switch task.content {
    case .push(let payload):
      delegate.application(
        self, didReceiveRemoteNotification: Self.userInfo(payload), fetchCompletionHandler: complete
      )
    case .fetch: delegate.application(self, performFetchWithCompletionHandler: complete)
    case .transferEvents(let session):
      delegate.application(self, handleEventsForBackgroundURLSession: session) {
        task.complete(true)
      }
    // These go to what observes, and to the delegate of notifications.
    case .observer, .response: return task.complete(false)
    }
    let owed = (delegate as? ExpoAppDelegate)?.latestResults
    task.onExpiration {
      let names = owed?.silent ?? []
      Log.write(
        "no result within the time for it: the completion handler was not called"
          + (names.isEmpty ? "" : " by \(names.joined(separator: ", "))"))
    }
  }

  private static func userInfo(_ payload: String) -> [AnyHashable: Any] {
    let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
    return object as? [String: Any] ?? [:]
  }
}
