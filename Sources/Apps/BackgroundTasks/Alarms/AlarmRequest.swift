import Foundation

/// An alarm, as stored by the daemon among the requests of an app.
package final class AlarmRequest: BGTaskRequest {
  /// The prefix that the daemon reserves for the identifiers of alarms, so that no task has the identifier of an alarm.
  package static let prefix = "alarm:"

  package let date: Date

  /// Creates a request for an alarm at `date`. `alarm` is the app's name for it.
  package init(alarm: String, date: Date) {
    self.date = date
    super.init(identifier: Self.prefix + alarm)
  }

  /// The identifier that the app gave to the alarm.
  package var alarm: String { String(identifier.dropFirst(Self.prefix.count)) }

  override func emptyCopy() -> BGTaskRequest { AlarmRequest(alarm: alarm, date: date) }

  override var isOfScheduler: Bool { false }

  package override var kind: String? { "refresh" }
}
