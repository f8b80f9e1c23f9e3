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
  package let repetition: Repetition?

  /// The rule by which a notification repeats.
  package enum Repetition: Hashable, Sendable {
    /// At an interval in seconds.
    case every(Double)
    /// On the same day of each month, or year.
    case monthly, yearly
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
}
