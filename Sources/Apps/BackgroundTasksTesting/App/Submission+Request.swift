import BackgroundTasks
import Foundation
import Scheduling

extension Submission {
  /// Creates the scheduler's submission for a request of the app. Throws a refusal if a bench does not support the
  /// request.
  init(
    _ request: BGTaskRequest, _ kind: String, _ dates: BenchOptions.Dates, of app: AppKey,
    at now: WallTime
  ) throws(Refusal) {
    self.init(
      owner: app.owner, id: request.identifier, kind: Kind(rawValue: kind),
      command: Command(arguments: []))
    self.app = app.id
    // An explanation takes longer than the submission, and the app does not receive it.
    wantsExplanation = false
    earliest = request.earliest(dates, now)
    if let request = request as? BGProcessingTaskRequest {
      if request.requiresNetworkConnectivity { terms.requires.insert(.network) }
      if request.requiresExternalPower { terms.requires.insert(.power) }
    }
    terms.task = try request.taskClass
  }
}

extension BGTaskRequest {
  /// Returns the earliest date as a delay from now; `nil` if it is past or not set. Continued tasks have none.
  ///
  /// - Parameter dates: The clock by which the app has computed the date.
  fileprivate func earliest(_ dates: BenchOptions.Dates, _ now: WallTime) -> Moment? {
    guard let date = earliestBeginDate, !(self is BGContinuedProcessingTaskRequest) else {
      return nil
    }
    // About 127 years, so that the date stays within the range of the scheduler's times.
    let longestSeconds = 4e9
    let delay =
      switch dates {
      // Rounded up, since less than a second has passed since the app computed the date.
      case .ofFoundation:
        Duration.seconds(
          Int64(bounded: min(longestSeconds, date.timeIntervalSinceNow.rounded(.up))))
      case .ofBench: WallTime(date) - now
      }
    return delay > .zero ? .after(delay) : nil
  }

  /// The scheduler's class of the task; `nil` for a refresh or a plain processing task. Throws a refusal if a bench
  /// does not support the request.
  fileprivate var taskClass: TaskClass? {
    get throws(Refusal) {
      if self is NotificationRequest {
        throw Refusal(
          .unavailable, field: "task", value: "notification",
          message: "notifications are not supported on a bench; the daemon shows them")
      }
      if let request = self as? AlarmRequest { return .alarm(due: WallTime(request.date)) }
      if let request = self as? BGHealthResearchTaskRequest {
        return .healthResearch(protection: request.protectionTypeOfRequiredData.rawValue)
      }
      guard let request = self as? BGContinuedProcessingTaskRequest else { return nil }
      guard request.requiredResources.isEmpty else {
        throw Refusal(
          .notPermitted, field: "task.resources", value: "\(request.requiredResources.rawValue)",
          message:
            "the required resources are not available; use BGTaskScheduler.supportedResources")
      }
      let shown = TaskReport.Title(title: request.title, subtitle: request.subtitle).accepted
      return .continued(
        ContinuedTerms(
          title: shown.title, subtitle: shown.subtitle,
          strategy: request.strategy == .fail ? .fail : .queue))
    }
  }
}

extension SubmittedRequest {
  /// A copy for the caller; `nil` if the request cannot be copied.
  var copy: SubmittedRequest? {
    (request.copy() as? BGTaskRequest).map { SubmittedRequest(request: $0) }
  }
}

extension BGTaskScheduler.Error {
  /// Converts a refusal of the scheduler to an error, with the calls of a bench in place of commands.
  init(_ refusal: Refusal) {
    let code: Code =
      switch refusal.code {
      case .unavailable: .unavailable
      case .limit: .tooManyPendingTaskRequests
      case .held: .immediateRunIneligible
      case .invalid, .notFound, .ambiguous, .notPermitted: .notPermitted
      }
    self.init(code, userInfo: [NSLocalizedDescriptionKey: BenchAdvice.text(refusal.message)])
  }
}
