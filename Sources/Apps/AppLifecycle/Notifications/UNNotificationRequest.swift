import BackgroundTasks
import Foundation

/// A request for a notification. Its content is a copy that does not change.
open class UNNotificationRequest: NSObject, @unchecked Sendable {
  /// The identifier: letters, digits and `.`, `_`, `@`, `:`, `-`.
  public let identifier: String
  /// The content of the notification.
  public let content: UNNotificationContent
  /// The trigger; `nil` if the notification is shown immediately.
  public let trigger: UNNotificationTrigger?

  /// - Parameters:
  ///   - identifier: The identifier; a request replaces an earlier one with the same identifier.
  ///   - content: The content of the notification.
  ///   - trigger: The trigger; `nil` to show the notification immediately.
  public init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.identifier = identifier
    self.content = content.mutableCopyOfContent()
    self.trigger = trigger
  }

  /// Creates a request from one that is queued in the daemon. Its trigger is the remaining time, at least one second.
  convenience init(_ request: NotificationRequest) {
    let content = UNMutableNotificationContent(
      title: request.content.title, subtitle: request.content.subtitle, body: request.content.body,
      payload: request.content.payload)
    let remainingSeconds = max(1, request.earliestBeginDate?.timeIntervalSinceNow ?? 1)
    self.init(
      identifier: request.name, content: content,
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: remainingSeconds, repeats: false))
  }

  /// Converts the request to the daemon's format. Throws a `UNError` if the trigger matches no future date or cannot
  /// repeat, or if `userInfo` is invalid.
  func daemonRequest() throws -> NotificationRequest {
    let date = try trigger.map { trigger in
      guard let date = trigger.nextTriggerDate() else {
        throw UNError("the trigger of '\(identifier)' matches no future date")
      }
      return date
    }
    return NotificationRequest(
      name: identifier,
      NotificationRequest.Content(
        title: content.title, subtitle: content.subtitle, body: content.body,
        payload: try payload()), date: date, repetition: try trigger?.repetition())
  }

  /// Returns `userInfo`, the category and the sound as JSON; empty if none is set. Throws a `UNError` if `userInfo`
  /// contains other values than JSON allows.
  private func payload() throws -> String {
    var payload: [String: Any] = [:]
    if !content.userInfo.isEmpty { payload["userInfo"] = content.userInfo }
    if !content.categoryIdentifier.isEmpty { payload["category"] = content.categoryIdentifier }
    if content.sound != nil { payload["sound"] = "default" }
    if payload.isEmpty { return "" }
    guard JSONSerialization.isValidJSONObject(payload) else {
      throw UNError(
        "userInfo must contain only JSON values: string keys, numbers, text, lists")
    }
    let data = try JSONSerialization.data(withJSONObject: payload, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }
}

extension UNMutableNotificationContent {
  /// Creates the content of a request that was added before.
  ///
  /// - Parameter payload: The content apart from its texts, as JSON.
  convenience init(title: String, subtitle: String, body: String, payload: String) {
    self.init()
    (self.title, self.subtitle, self.body) = (title, subtitle, body)
    let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
    guard let kept = object as? [String: Any] else { return }
    userInfo = kept["userInfo"] as? [String: Any] ?? [:]
    categoryIdentifier = kept["category"] as? String ?? ""
    sound = kept["sound"] != nil ? .default : nil
  }
}
