import Control
import Foundation

/// An alarm, as the daemon has it among the requests of an app.
package final class AlarmRequest: BGTaskRequest {
  /// What the daemon has the identifiers of alarms begin with, so that no task has one of them.
  static let prefix = "alarm:"

  package let date: Date

  package init(alarm: String, date: Date) {
    self.date = date
    super.init(identifier: Self.prefix + alarm)
  }

  convenience init?(_ info: RequestInfo) {
    guard info.task?.known == .alarm, info.id.hasPrefix(Self.prefix),
      let date = info.task?.due.flatMap(Moment.date)
    else { return nil }
    self.init(alarm: String(info.id.dropFirst(Self.prefix.count)), date: date)
  }

  /// The identifier that its app knows it by.
  var alarm: String { String(identifier.dropFirst(Self.prefix.count)) }

  override func emptyCopy() -> BGTaskRequest { AlarmRequest(alarm: alarm, date: date) }

  override var isOfScheduler: Bool { false }

  package override var kind: String? { "refresh" }

  override var terms: TaskClassInfo? {
    TaskClassInfo(
      category: KnownTaskCategory.alarm.rawValue, due: Moment.text(date) ?? Moment.end)
  }
}
