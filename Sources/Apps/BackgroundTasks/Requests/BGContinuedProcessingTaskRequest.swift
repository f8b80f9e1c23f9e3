import Foundation

/// A request to continue work that the user has begun in the app, while the app is in the background. It must be
/// submitted in the foreground, and runs in the submitting process, immediately or as soon as a slot is free.
/// `earliestBeginDate` has no effect.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// The behaviour if the task cannot start immediately.
  public enum SubmissionStrategy: Int, Sendable {
    /// The request is refused with `BGTaskScheduler.Error.immediateRunIneligible`.
    case fail
    /// The request is queued.
    case queue
  }

  /// Resources of the machine that a task can request.
  public struct Resources: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The graphics processor. On Linux it is not available, and a request for it is not permitted.
    public static var gpu: Resources { Resources(rawValue: 1) }
  }

  /// The name of the task in lists of runs.
  open var title: String
  /// The current step of the task.
  open var subtitle: String
  /// The behaviour if the task cannot start immediately; `queue` by default.
  open var strategy = SubmissionStrategy.queue
  /// The resources that the task requires; none by default. See `BGTaskScheduler.supportedResources`.
  open var requiredResources: Resources = []

  /// - Parameters:
  ///   - identifier: The identifier of the task, as the Info.plist lists it or a wildcard there permits it.
  ///   - title: The name of the task in lists of runs.
  ///   - subtitle: The current step of the task.
  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(identifier: identifier)
  }

  /// Returns a copy without the earliest date, which `copy(with:)` adds.
  override func emptyCopy() -> BGTaskRequest {
    let copy = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: title, subtitle: subtitle)
    copy.strategy = strategy
    copy.requiredResources = requiredResources
    return copy
  }

  package override var kind: String? { "userInitiated" }
}
