import BackgroundTasks
import Foundation
import Synchronization

/// The kinds of notifications that an app can ask its user to allow.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A number on the app's icon; not shown here.
  public static let badge = Self(rawValue: 1)
  /// A sound.
  public static let sound = Self(rawValue: 2)
  /// A text.
  public static let alert = Self(rawValue: 4)
}

/// The notifications of this app, with the names of UserNotifications'. The daemon shows them at their dates, whether
/// the app is running or not.
public final class UNUserNotificationCenter: Sendable {
  private init() {}

  private static let instance = UNUserNotificationCenter()

  /// Returns the center of this app.
  public static func current() -> UNUserNotificationCenter { instance }

  /// The receiver of clicks. Set it before the launch has finished; the reference is weak. `nil` if there is none.
  public weak var delegate: (any UNUserNotificationCenterDelegate)? {
    get { Self.reference.withLock { $0.delegate } }
    set { Self.reference.withLock { $0.delegate = newValue } }
  }

  private struct DelegateReference: @unchecked Sendable {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
  }

  private static let reference = Mutex(DelegateReference())

  private static let calls = DispatchQueue(label: "io.rubato.AppLifecycle.notifications")

  /// Reports whether the app may show notifications. The user allows it with `rubatoctl app allow`; no dialog is shown.
  /// The value is false until then, and if the daemon does not know the app.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    Self.calls.async {
      let isGranted = OwnProcess.current.mayNotify
      if !isGranted {
        Log.write(
          "the user has not allowed the app to show notifications; run: rubatoctl app allow ID notify"
        )
      }
      completionHandler(isGranted, nil)
    }
  }

  /// Returns whether the app may show notifications.
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { continuation in
      requestAuthorization(options: options) { isGranted, _ in
        continuation.resume(returning: isGranted)
      }
    }
  }

  /// Queues a notification, and replaces a pending one with the same identifier. An app can have at most 64 pending.
  ///
  /// - Parameters:
  ///   - request: The notification and its trigger.
  ///   - completionHandler: Called on a queue of the library, with `nil` if the request was accepted.
  public func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    Self.calls.async {
      do {
        try OwnProcess.current.add(request.daemonRequest())
        completionHandler?(nil)
      } catch {
        if completionHandler == nil { Log.write(error.localizedDescription) }
        completionHandler?(error)
      }
    }
  }

  /// Queues a notification, and waits until it is accepted.
  ///
  /// - Throws: `UNError` if it cannot be shown, `BGTaskScheduler.Error` if the daemon refuses it.
  public func add(_ request: UNNotificationRequest) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      add(request) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Passes the pending notifications to a handler, each with its remaining time.
  ///
  /// - Parameter completionHandler: Called on a queue of the library.
  public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    Self.calls.async {
      completionHandler(OwnProcess.current.pendingNotifications().map(UNNotificationRequest.init))
    }
  }

  /// Returns the pending notifications, each with its remaining time.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] {
    await withCheckedContinuation { continuation in
      getPendingNotificationRequests { continuation.resume(returning: $0) }
    }
  }

  /// Cancels the pending notifications with these identifiers.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    Self.calls.async {
      for identifier in identifiers {
        OwnProcess.current.cancel(NotificationRequest.prefix + identifier)
      }
    }
  }

  /// Removes the visible notifications with these identifiers.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    if identifiers.isEmpty { return }
    Self.calls.async { DeliveredNotifications.remove(identifiers) }
  }

  /// Removes all visible notifications.
  public func removeAllDeliveredNotifications() {
    Self.calls.async { DeliveredNotifications.remove([]) }
  }

  /// The reason why the delegate does not receive the response to a click, for the log.
  enum ClickObstacle: String {
    case noDelegate =
      "a notification was clicked, but no delegate is set; set UNUserNotificationCenter.current().delegate in each launch"
    case invalidPayload =
      "a notification was clicked, but the daemon's description of it is invalid; update this library and the daemon"
  }

  /// Passes the response to a clicked notification to the delegate, whose completion handler completes `task`.
  /// Without a delegate, or if the payload is invalid, completes `task`, and logs and returns the reason.
  @discardableResult
  @MainActor func handleClick(_ payload: String, _ task: DelegateTask) -> ClickObstacle? {
    guard let delegate else { return complete(task, because: .noDelegate) }
    guard let response = UNNotificationResponse(payload: payload) else {
      return complete(task, because: .invalidPayload)
    }
    task.onExpiration {
      Log.write(
        "the completion handler of userNotificationCenter(_:didReceive:) was not called in time"
      )
    }
    delegate.userNotificationCenter(self, didReceive: response) { task.complete(true) }
    return nil
  }

  /// Completes the task of a click that the delegate does not receive. Logs and returns the reason.
  private func complete(
    _ task: DelegateTask, because obstacle: ClickObstacle
  ) -> ClickObstacle {
    Log.write(obstacle.rawValue)
    task.complete(true)
    return obstacle
  }

  /// Cancels all pending notifications.
  public func removeAllPendingNotificationRequests() {
    Self.calls.async {
      for request in OwnProcess.current.pendingNotifications() {
        // This identifier already contains `NotificationRequest.prefix`.
        OwnProcess.current.cancel(request.identifier)
      }
    }
  }
}
