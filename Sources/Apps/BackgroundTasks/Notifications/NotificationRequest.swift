import Control
import Foundation

/// A notification, as stored by the daemon among the requests of an app.
package final class NotificationRequest: BGTaskRequest {
  /// The prefix that the daemon reserves for the identifiers of notifications, so that no task has one of them.
  package static let prefix = "notification:"

  /// The texts of a notification, and the app's data as JSON.
  package struct Content: Hashable, Sendable {
    package var title: String
    package var subtitle: String
    package var body: String
    package var payload: String

    package init(title: String, subtitle: String, body: String, payload: String) {
      self.title = title
      self.subtitle = subtitle
      self.body = body
      self.payload = payload
    }
  }

  package let content: Content
  private let repetition: Repetition?

  /// The rule by which a notification repeats.
  package enum Repetition: Hashable, Sendable {
    /// At an interval in seconds.
    case every(Double)
    /// On the same day of each month, or year.
    case monthly, yearly

    /// Reads the repetition of a queued request; `nil` if its notification is shown once.
    fileprivate init?(_ info: RequestInfo) {
      switch info.task?.repeats {
      case "monthly": self = .monthly
      case "yearly": self = .yearly
      default:
        guard let interval = info.every else { return nil }
        self = .every(interval)
      }
    }

    /// The daemon's word for the repetition; `nil` for an interval, which is a separate field of the request.
    fileprivate var word: String? {
      switch self {
      case .every: nil
      case .monthly: "monthly"
      case .yearly: "yearly"
      }
    }
  }

  /// Creates a request for a notification.
  ///
  /// - Parameters:
  ///   - name: The identifier that the app gave to the notification.
  ///   - date: The date at which it is shown; `nil` to show it immediately.
  ///   - repetition: The rule by which it repeats; `nil` if it is shown once.
  package init(name: String, _ content: Content, date: Date?, repetition: Repetition?) {
    self.content = content
    self.repetition = repetition
    super.init(identifier: Self.prefix + name)
    earliestBeginDate = date
  }

  /// Creates a notification from a queued request of the daemon; `nil` if the request is not a notification.
  convenience init?(_ info: RequestInfo) {
    guard let task = info.task, task.known == .notification, info.id.hasPrefix(Self.prefix) else {
      return nil
    }
    self.init(
      name: String(info.id.dropFirst(Self.prefix.count)),
      Content(
        title: task.title ?? "", subtitle: task.subtitle ?? "", body: task.body ?? "",
        payload: task.payload ?? ""), date: Moment.date(info.earliest),
      repetition: Repetition(info))
  }

  /// The identifier that the app gave to the notification.
  package var name: String { String(identifier.dropFirst(Self.prefix.count)) }

  override func emptyCopy() -> BGTaskRequest {
    NotificationRequest(name: name, content, date: earliestBeginDate, repetition: repetition)
  }

  package override var kind: String? { "userInitiated" }

  override var isOfScheduler: Bool { false }

  package override var every: Double? {
    if case .every(let interval) = repetition { interval } else { nil }
  }

  override var terms: TaskClassInfo? {
    TaskClassInfo(
      category: KnownTaskCategory.notification.rawValue, title: content.title,
      subtitle: content.subtitle, payload: content.payload, body: content.body,
      repeats: repetition?.word)
  }
}
