import Control
import Foundation

/// An alarm, as stored by the daemon among the requests of an app.
package final class AlarmRequest: BGTaskRequest {
  /// The prefix that the daemon reserves for the identifiers of alarms, so that no task has the identifier of an alarm.
  static let prefix = "alarm:"

  package let date: Date

  /// Creates a request for an alarm at `date`. `alarm` is the app's name for it.
  package init(alarm: String, date: Date) {
    self.date = date
    super.init(identifier: Self.prefix + alarm)
  }

  /// Creates an alarm from a queued request of the daemon; `nil` if the request is not an alarm.
  convenience init?(_ info: RequestInfo) {
    guard info.task?.known == .alarm, info.id.hasPrefix(Self.prefix),
      let date = info.task?.due.flatMap(Moment.date)
    else { return nil }
    self.init(alarm: String(info.id.dropFirst(Self.prefix.count)), date: date)
  }

  /// The identifier that the app gave to the alarm.
  var alarm: String { String(identifier.dropFirst(Self.prefix.count)) }

  override func emptyCopy() -> BGTaskRequest { AlarmRequest(alarm: alarm, date: date) }

  override var isOfScheduler: Bool { false }

  package override var kind: String? { "refresh" }

  override var terms: TaskClassInfo? {
    TaskClassInfo(
      category: KnownTaskCategory.alarm.rawValue, due: Moment.text(date) ?? Moment.end)
  }
}
