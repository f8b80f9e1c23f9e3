import Foundation

/// The action of a notification that was clicked.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationDefaultActionIdentifier = "io.rubato.notification.default"

/// A notification that was shown.
open class UNNotification: NSObject, @unchecked Sendable {
  /// When it was due.
  public let date: Date
  /// As it was added.
  public let request: UNNotificationRequest

  init(date: Date, request: UNNotificationRequest) {
    (self.date, self.request) = (date, request)
  }
}

/// What a user has done with a notification.
open class UNNotificationResponse: NSObject, @unchecked Sendable {
  /// The one that was clicked.
  public let notification: UNNotification
  /// `UNNotificationDefaultActionIdentifier`: there are no others.
  public let actionIdentifier: String

  init(_ notification: UNNotification) {
    self.notification = notification
    actionIdentifier = UNNotificationDefaultActionIdentifier
  }

  /// Nil for what no notification said.
  convenience init?(payload: String) {
    guard let said = try? JSONDecoder().decode(Said.self, from: Data(payload.utf8)) else {
      return nil
    }
    let request = UNNotificationRequest(
      identifier: said.identifier,
      content: UNMutableNotificationContent(
        title: said.title, subtitle: said.subtitle, body: said.body, payload: said.payload),
      trigger: nil)
    self.init(UNNotification(date: said.date ?? Date(), request: request))
  }

  /// As the daemon has it.
  private struct Said: Decodable {
    var identifier, title, subtitle, body, payload, due: String

    var date: Date? { try? Date(due, strategy: .iso8601) }
  }
}

/// What hears of clicks on notifications, with the names of UserNotifications'.
@MainActor public protocol UNUserNotificationCenterDelegate: AnyObject {
  /// The user has clicked one. The app was opened for it where it was not in front. The completion handler is owed within 30
  /// seconds.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)

  /// The same for delegates that await something.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}

extension UNUserNotificationCenterDelegate {
  /// Awaits the method without a completion handler.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    Task {
      await self.userNotificationCenter(center, didReceive: response)
      completionHandler()
    }
  }

  /// Does nothing: the app is open.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}
}
