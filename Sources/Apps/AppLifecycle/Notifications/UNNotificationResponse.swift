import Foundation

/// The action of a click on a notification.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationDefaultActionIdentifier = "io.rubato.notification.default"

/// A notification that was shown.
open class UNNotification: NSObject, @unchecked Sendable {
  /// The date at which it was due.
  public let date: Date
  /// The request that it was added with.
  public let request: UNNotificationRequest

  init(date: Date, request: UNNotificationRequest) {
    (self.date, self.request) = (date, request)
  }
}

/// A user's response to a notification.
open class UNNotificationResponse: NSObject, @unchecked Sendable {
  /// The notification that was clicked.
  public let notification: UNNotification
  /// The action, always `UNNotificationDefaultActionIdentifier`.
  public let actionIdentifier: String

  /// Creates the response for a click on the notification.
  init(_ notification: UNNotification) {
    self.notification = notification
    actionIdentifier = UNNotificationDefaultActionIdentifier
  }

  /// Creates a response from the daemon's payload; `nil` if the payload is invalid.
  convenience init?(payload: String) {
    guard let click = try? JSONDecoder().decode(ClickPayload.self, from: Data(payload.utf8)) else {
      return nil
    }
    let request = UNNotificationRequest(
      identifier: click.identifier,
      content: UNMutableNotificationContent(
        title: click.title, subtitle: click.subtitle, body: click.body, payload: click.payload),
      trigger: nil)
    self.init(UNNotification(date: click.date ?? Date(), request: request))
  }

  /// The payload in the daemon's format.
  private struct ClickPayload: Decodable {
    var identifier, title, subtitle, body, payload, due: String

    var date: Date? { try? Date(due, strategy: .iso8601) }
  }
}

/// A receiver of clicks on notifications, with the names of UserNotifications'.
@preconcurrency @MainActor public protocol UNUserNotificationCenterDelegate: AnyObject {
  /// Called when the user has clicked a notification. If the app was not in the foreground, it was opened for the
  /// click. Call the completion handler within 30 seconds.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)

  /// Called when the user has clicked a notification, for delegates that await something.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

  /// Never called: notifications are also shown while the app is in the foreground.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)

  /// Never called: notifications are also shown while the app is in the foreground.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions
}

extension UNUserNotificationCenterDelegate {
  /// Shows the notification.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([.banner, .list]) }

  /// Shows the notification.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner, .list] }

  /// Calls the asynchronous method for responses, and then the completion handler.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    Task {
      await self.userNotificationCenter(center, didReceive: response)
      completionHandler()
    }
  }

  /// Does nothing: this delegate has the method with a completion handler, or ignores clicks.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}
}
