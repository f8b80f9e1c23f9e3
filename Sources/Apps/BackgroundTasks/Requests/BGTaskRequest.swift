import Foundation

/// A request to launch the app in the background for a task. Abstract: submit one of its subclasses.
open class BGTaskRequest: NSObject, NSCopying {
  /// The identifier of the task, as the Info.plist lists it.
  open var identifier: String { name }
  /// The earliest date at which the task begins; `nil` for as soon as possible. The task may begin later.
  open var earliestBeginDate: Date?

  private let name: String

  init(identifier: String) {
    name = identifier
  }

  /// Returns a copy of the request, with its earliest date.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = emptyCopy()
    copy.earliestBeginDate = earliestBeginDate
    return copy
  }

  /// Returns a new request of the same class and identifier.
  func emptyCopy() -> BGTaskRequest { BGTaskRequest(identifier: identifier) }

  /// The daemon's name for this kind of work; `nil` for the abstract class.
  package var kind: String? { nil }

  /// The conditions that the device must meet before the task begins, in the daemon's format.
  package var conditions: [String] { [] }

  /// Whether the task has a handler in the scheduler; false for alarms and notifications.
  var isOfScheduler: Bool { true }

  /// The interval in seconds; `nil` if the task runs once.
  package var every: Double? { nil }
}
