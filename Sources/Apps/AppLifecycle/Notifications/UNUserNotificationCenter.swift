import BackgroundTasks
import Foundation

/// What may be asked of a user for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A number at the app; nothing shows one here.
  public static let badge = Self(rawValue: 1)
  /// A sound.
  public static let sound = Self(rawValue: 2)
  /// A text.
  public static let alert = Self(rawValue: 4)
}

/// The notifications of this app, with the names of UserNotifications'. rubatod has them shown at their dates, whether the
/// app runs or not.
public final class UNUserNotificationCenter: Sendable {
  private init() {}

  private static let instance = UNUserNotificationCenter()

  /// That of this app.
  public static func current() -> UNUserNotificationCenter { instance }

  /// Hears of clicks. Set it before the launch has finished; it is not kept alive.
  @MainActor public weak var delegate: (any UNUserNotificationCenterDelegate)? {
    get { Self.hearing.delegate }
    set { Self.hearing.delegate = newValue }
  }

  @MainActor private final class Hearing {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
  }

  @MainActor private static let hearing = Hearing()

  private static let calls = DispatchQueue(label: "io.rubato.AppLifecycle.notifications")

  /// Whether the app may show notifications: what its user has said with `rubatoctl app allow`, which nothing asks for on a
  /// screen. False until then, and where the daemon does not know the app.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    Self.calls.async {
      let isGranted = OwnProcess.current.mayNotify
      if !isGranted {
        Log.write(
          "the user has not allowed the app to show notifications: `rubatoctl app allow ID notify` does"
        )
      }
      completionHandler(isGranted, nil)
    }
  }

  /// The same for callers that await it.
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { continuation in
      requestAuthorization(options: options) { isGranted, _ in
        continuation.resume(returning: isGranted)
      }
    }
  }

  /// Has a notification shown, in the place of one with its identifier that waits. At most 64 of an app wait.
  ///
  /// - Parameters:
  ///   - request: What is shown, and when.
  ///   - completionHandler: Called with nil where it was taken, on a queue of the library's.
  public func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    Self.calls.async {
      do {
        try OwnProcess.current.add(request.made())
        completionHandler?(nil)
      } catch {
        if completionHandler == nil { Log.write(error.localizedDescription) }
        completionHandler?(error)
      }
    }
  }

  /// The same for callers that await it.
  ///
  /// - Throws: `UNError` for what cannot be shown, `BGTaskScheduler.Error` where the daemon does not take it.
  public func add(_ request: UNNotificationRequest) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      add(request) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Those that wait to be shown, each with the time that is left.
  ///
  /// - Parameter completionHandler: Called on a queue of the library's.
  public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    Self.calls.async {
      completionHandler(OwnProcess.current.pendingNotifications().map(UNNotificationRequest.init))
    }
  }

  /// Those that wait to be shown, each with the time that is left.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] {
    await withCheckedContinuation { continuation in
      getPendingNotificationRequests { continuation.resume(returning: $0) }
    }
  }

  /// Takes back those that wait.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    Self.calls.async {
      for identifier in identifiers {
        OwnProcess.current.cancel(NotificationRequest.prefix + identifier)
      }
    }
  }

  /// Takes back those that are shown.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    if identifiers.isEmpty { return }
    Self.calls.async { DeliveredNotifications.remove(identifiers) }
  }

  /// Takes back all that are shown.
  public func removeAllDeliveredNotifications() {
    Self.calls.async { DeliveredNotifications.remove([]) }
  }

  /// Hands a click to the delegate.
  @MainActor func hand(_ payload: String, _ task: DelegateTask) {
    guard let delegate, let response = UNNotificationResponse(payload: payload) else {
      Log.write(
        "a notification was clicked, and nobody hears of it: set UNUserNotificationCenter.current().delegate in each launch"
      )
      return task.complete(true)
    }
    task.onExpiration {
      Log.write(
        "the completion handler of userNotificationCenter(_:didReceive:) was not called within the time for it"
      )
    }
    delegate.userNotificationCenter(self, didReceive: response) { task.complete(true) }
  }

  /// Takes back all that wait.
  public func removeAllPendingNotificationRequests() {
    Self.calls.async {
      for request in OwnProcess.current.pendingNotifications() {
        OwnProcess.current.cancel(request.identifier)
      }
    }
  }
}
