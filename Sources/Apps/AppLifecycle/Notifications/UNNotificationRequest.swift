import BackgroundTasks
import Foundation

/// A notification that is to be shown. Its content is a copy, which nobody changes.
open class UNNotificationRequest: NSObject, @unchecked Sendable {
  /// Letters, digits and `.`, `_`, `@`, `:`, `-`.
  public let identifier: String
  /// What is shown.
  public let content: UNNotificationContent
  /// Nil for at once.
  public let trigger: UNNotificationTrigger?

  /// - Parameters:
  ///   - identifier: Names it; another with the same takes its place.
  ///   - content: What is shown.
  ///   - trigger: When it is shown; nil is at once.
  public init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.identifier = identifier
    self.content = content.copied()
    self.trigger = trigger
  }

  /// One that waits.
  convenience init(_ request: NotificationRequest) {
    let content = UNMutableNotificationContent(
      title: request.content.title, subtitle: request.content.subtitle, body: request.content.body,
      payload: request.content.payload)
    let left = max(1, request.earliestBeginDate?.timeIntervalSinceNow ?? 1)
    self.init(
      identifier: request.name, content: content,
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: left, repeats: false))
  }

  /// What the daemon is asked for.
  func made() throws -> NotificationRequest {
    let date = try trigger.map { trigger in
      guard let date = trigger.nextTriggerDate() else {
        throw UNError("the trigger of '\(identifier)' matches no date to come")
      }
      return date
    }
    return NotificationRequest(
      name: identifier,
      NotificationRequest.Content(
        title: content.title, subtitle: content.subtitle, body: content.body,
        payload: try payload()), date: date, repetition: try trigger?.repetition())
  }

  /// What the content has besides its texts, as JSON.
  private func payload() throws -> String {
    var payload: [String: Any] = [:]
    if !content.userInfo.isEmpty { payload["userInfo"] = content.userInfo }
    if !content.categoryIdentifier.isEmpty { payload["category"] = content.categoryIdentifier }
    if content.sound != nil { payload["sound"] = "default" }
    if payload.isEmpty { return "" }
    guard JSONSerialization.isValidJSONObject(payload) else {
      throw UNError(
        "userInfo must be what JSON can have: keys that are strings, numbers, text, lists")
    }
    let data = try JSONSerialization.data(withJSONObject: payload, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }
}

extension UNMutableNotificationContent {
  /// One that was added.
  ///
  /// - Parameter payload: What it has besides its texts, as JSON.
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
