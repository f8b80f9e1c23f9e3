import Control
import Foundation

/// A request to go on with work that the user has begun in the app while the app is not in front any more. It is
/// submitted while the app is in the foreground, starts at once or as soon as there is a slot, and is handed to the
/// process that has submitted it. `earliestBeginDate` does not count.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// What happens where the task cannot start at once.
  public enum SubmissionStrategy: Int, Sendable {
    /// The request is refused with `BGTaskScheduler.Error.immediateRunIneligible`.
    case fail
    /// The request is queued.
    case queue
  }

  /// Resources of the machine that a task may ask for.
  public struct Resources: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The graphics processor. On Linux it is handed out to nobody, and a request for it is not permitted.
    public static var gpu: Resources { Resources(rawValue: 1) }

    /// What the daemon calls them.
    var names: [String] {
      (0..<Int.bitWidth).filter { rawValue & (1 << $0) != 0 }.map {
        $0 == 0 ? "gpu" : "resource \($0)"
      }
    }
  }

  /// What the task is called where runs are shown.
  open var title: String
  /// What it is doing at present.
  open var subtitle: String
  /// What happens where the task cannot start at once; `queue` unless it is set.
  open var strategy = SubmissionStrategy.queue
  /// What the task needs besides time; nothing unless it is set. See `BGTaskScheduler.supportedResources`.
  open var requiredResources: Resources = []

  /// - Parameters:
  ///   - identifier: The identifier of the task, as the Info.plist lists it or a wildcard there permits it.
  ///   - title: What the task is called where runs are shown.
  ///   - subtitle: What it is doing at present.
  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(identifier: identifier)
  }

  override func emptyCopy() -> BGTaskRequest {
    let copy = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: title, subtitle: subtitle)
    copy.strategy = strategy
    copy.requiredResources = requiredResources
    return copy
  }

  package override var kind: String? { "userInitiated" }

  override var terms: TaskClassInfo? {
    TaskClassInfo(
      category: KnownTaskCategory.continued.rawValue, title: title, subtitle: subtitle,
      strategy: strategy == .fail ? "fail" : "queue", resources: requiredResources.names)
  }
}
