import BackgroundTasks
import Foundation

/// The result of a background fetch, with the names of UIKit's.
public enum UIBackgroundFetchResult: UInt, Sendable {
  /// New data was found.
  case newData
  /// No new data exists.
  case noData
  /// The fetch failed.
  case failed
}

extension UIApplication {
  /// The shortest interval that the daemon allows.
  public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0

  /// No fetches.
  public nonisolated static let backgroundFetchIntervalNever = TimeInterval.greatestFiniteMagnitude

  /// The longest interval that the daemon accepts.
  private nonisolated static let longestInterval: TimeInterval = 366 * 24 * 3600

  /// Asks for fetches, which call `application(_:performFetchWithCompletionHandler:)`. Fetches are older than tasks,
  /// and are for apps without BGTaskSchedulerPermittedIdentifiers. The daemon keeps the interval until it is changed.
  ///
  /// - Parameter minimumBackgroundFetchInterval: The shortest time between two fetches, in seconds, at most a year.
  public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
    let interval = minimumBackgroundFetchInterval
    if interval == Self.backgroundFetchIntervalNever || !interval.isFinite {
      return process.setFetchInterval(nil)
    }
    process.setFetchInterval(min(max(0, interval), Self.longestInterval))
  }

  /// Passes a task without a launch handler to the app: to the scene that handles its transfer session, to the
  /// notification center, or to the delegate, which must report a result. Without a delegate the task fails.
  func handleDelegateTask(_ task: DelegateTask) {
    if case .transferEvents(let session) = task.content,
      let handler = sessionHandlers.first(where: { $0.identifier == session })
    {
      return handler.run(task)
    }
    if case .response(let payload) = task.content {
      UNUserNotificationCenter.current().handleClick(payload, task)
      return
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
    // Neither arrives here: `TaskCenter` passes wakes of observers to their queries, and responses are handled above.
    case .observer, .response: return task.complete(false)
    }
    // An ExpoAppDelegate has passed the task to its subscribers (above). The message names those that do not answer.
    let results = (delegate as? ExpoAppDelegate)?.latestResults
    task.onExpiration {
      let unanswered = results?.unanswered ?? []
      Log.write(
        "no result in time: the completion handler was not called"
          + (unanswered.isEmpty ? "" : " by \(unanswered.joined(separator: ", "))"))
    }
  }

  /// Returns the JSON object of a remote notification as a dictionary; empty if the payload is not a JSON object.
  private static func userInfo(_ payload: String) -> [AnyHashable: Any] {
    let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
    return object as? [String: Any] ?? [:]
  }
}
