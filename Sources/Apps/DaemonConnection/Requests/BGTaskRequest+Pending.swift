import BackgroundTasks
import Control
import Foundation

extension BGTaskRequest {
  /// Creates a request from a queued one of the daemon; `nil` if it is no request of an app, such as a command that its
  /// user has submitted for the app.
  static func pending(_ info: RequestInfo) -> BGTaskRequest? {
    if info.task?.known == .alarm, let alarm = alarm(info) { return alarm }
    if info.task?.known == .notification, let shown = notification(info) { return shown }
    guard info.isTask else { return nil }
    let request: BGTaskRequest
    switch info.kind {
    // A refresh with terms is a fetch, which the app has not submitted as a request.
    case "refresh" where info.task == nil: request = BGAppRefreshTaskRequest(identifier: info.id)
    case "userInitiated":
      guard let terms = info.task, terms.known == .continued else { return nil }
      let continued = BGContinuedProcessingTaskRequest(
        identifier: info.id, title: terms.title ?? "", subtitle: terms.subtitle ?? "")
      continued.strategy = terms.strategy == "fail" ? .fail : .queue
      request = continued
    case "processing":
      let processingRequest = processing(info)
      processingRequest.requiresNetworkConnectivity = info.requires.contains("network")
      processingRequest.requiresExternalPower = info.requires.contains("power")
      request = processingRequest
    default: return nil
    }
    // Without an earliest date, the window opened at the submission.
    if info.earliest != info.submitted { request.earliestBeginDate = DateText.date(info.earliest) }
    return request
  }

  /// Creates a request of the kind `processing`: for health research if its terms say so, else a plain one.
  private static func processing(_ info: RequestInfo) -> BGProcessingTaskRequest {
    guard let terms = info.task, terms.known == .healthResearch else {
      return BGProcessingTaskRequest(identifier: info.id)
    }
    let research = BGHealthResearchTaskRequest(identifier: info.id)
    if let protection = terms.protection {
      research.protectionTypeOfRequiredData = FileProtectionType(rawValue: protection)
    }
    return research
  }

  /// Creates an alarm; `nil` if the request is not one.
  private static func alarm(_ info: RequestInfo) -> AlarmRequest? {
    guard info.id.hasPrefix(AlarmRequest.prefix), let date = info.task?.due.flatMap(DateText.date)
    else { return nil }
    return AlarmRequest(alarm: String(info.id.dropFirst(AlarmRequest.prefix.count)), date: date)
  }

  /// Creates a notification; `nil` if the request is not one.
  private static func notification(_ info: RequestInfo) -> NotificationRequest? {
    guard let task = info.task, info.id.hasPrefix(NotificationRequest.prefix) else { return nil }
    return NotificationRequest(
      name: String(info.id.dropFirst(NotificationRequest.prefix.count)),
      NotificationRequest.Content(
        title: task.title ?? "", subtitle: task.subtitle ?? "", body: task.body ?? "",
        payload: task.payload ?? ""), date: DateText.date(info.earliest),
      repetition: NotificationRequest.Repetition(info))
  }
}

extension RequestInfo {
  /// Whether a run of the request is a task of an app, and not a command.
  fileprivate var isTask: Bool { arguments.isEmpty && steps.isEmpty && unit == nil }
}

extension NotificationRequest.Repetition {
  /// Reads the repetition of a queued request; `nil` if its notification is shown once.
  fileprivate init?(_ info: RequestInfo) {
    switch info.task?.repeats {
    case "monthly": self = .monthly
    case "yearly": self = .yearly
    default:
      guard let interval = info.every else { return nil }
      self = .every(interval)
    }
  }
}
