import Control
import Foundation

/// A notification, as the daemon has it among the requests of an app.
package final class NotificationRequest: BGTaskRequest {
  /// What the daemon has the identifiers of notifications begin with, so that no task has one of them.
  package static let prefix = "notification:"

  /// What is shown, and what the app keeps with it as JSON.
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

  /// How it comes again.
  package enum Repetition: Hashable, Sendable {
    /// After so many seconds.
    case every(Double)
    /// On that day of each month, or year.
    case monthly, yearly

    fileprivate init?(_ info: RequestInfo) {
      switch info.task?.repeats {
      case "monthly": self = .monthly
      case "yearly": self = .yearly
      default:
        guard let interval = info.every else { return nil }
        self = .every(interval)
      }
    }

    fileprivate var word: String? {
      switch self {
      case .every: nil
      case .monthly: "monthly"
      case .yearly: "yearly"
      }
    }
  }

  /// - Parameters:
  ///   - name: The identifier that its app knows it by.
  ///   - date: When it is shown; nil for at once.
  ///   - repetition: How it comes again; nil for once.
  package init(name: String, _ content: Content, date: Date?, repetition: Repetition?) {
    self.content = content
    self.repetition = repetition
    super.init(identifier: Self.prefix + name)
    earliestBeginDate = date
  }

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

  /// The identifier that its app knows it by.
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
