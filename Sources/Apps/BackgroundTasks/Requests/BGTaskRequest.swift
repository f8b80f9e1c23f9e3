import Control
import Foundation

/// A request to launch the app in the background for a task. Abstract: submit one of its subclasses.
open class BGTaskRequest: NSObject, NSCopying {
  /// The identifier of the task, as the Info.plist lists it.
  open var identifier: String { name }
  /// The task does not begin before this moment; nil for as soon as possible. No promise that it begins then.
  open var earliestBeginDate: Date?

  private let name: String

  init(identifier: String) {
    name = identifier
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = emptyCopy()
    copy.earliestBeginDate = earliestBeginDate
    return copy
  }

  /// A request of the same class and identifier.
  func emptyCopy() -> BGTaskRequest { BGTaskRequest(identifier: identifier) }

  /// What the daemon calls this kind of work; nil for the abstract class.
  package var kind: String? { nil }

  /// What the device has to offer before the task begins, in the daemon's words.
  var conditions: [String] { [] }

  /// Whether a handler of the scheduler's is handed it; not so of alarms and notifications.
  var isOfScheduler: Bool { true }

  /// Its interval, in seconds; nil for once.
  package var every: Double? { nil }

  /// What makes its task one of a class of its own; nil where it is none.
  var terms: TaskClassInfo? { nil }
}
