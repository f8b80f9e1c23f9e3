import BackgroundTasks
import Control
import Foundation

extension TaskClassInfo {
  /// Creates the terms of the class of a request; `nil` if it has none.
  init?(of request: BGTaskRequest) {
    switch request {
    case let request as AlarmRequest:
      self.init(
        category: KnownTaskCategory.alarm.rawValue,
        due: DateText.text(request.date) ?? DateText.end)
    case let request as NotificationRequest:
      self.init(
        category: KnownTaskCategory.notification.rawValue, title: request.content.title,
        subtitle: request.content.subtitle, payload: request.content.payload,
        body: request.content.body, repeats: request.repetition?.word)
    case let request as BGContinuedProcessingTaskRequest:
      let shown = TaskReport.Title(title: request.title, subtitle: request.subtitle).accepted
      self.init(
        category: KnownTaskCategory.continued.rawValue, title: shown.title,
        subtitle: shown.subtitle, strategy: request.strategy == .fail ? "fail" : "queue",
        resources: request.requiredResources.names)
    case let request as BGHealthResearchTaskRequest:
      self.init(
        category: KnownTaskCategory.healthResearch.rawValue,
        protection: request.protectionTypeOfRequiredData.rawValue)
    default: return nil
    }
  }
}

extension NotificationRequest.Repetition {
  /// The daemon's word for the repetition; `nil` for an interval, which is a separate field of the request.
  fileprivate var word: String? {
    switch self {
    case .every: nil
    case .monthly: "monthly"
    case .yearly: "yearly"
    }
  }
}

extension BGContinuedProcessingTaskRequest.Resources {
  /// The daemon's names of the resources, one for each bit that is set. Only the first bit has a name of its own.
  fileprivate var names: [String] {
    let setBits = (0..<Int.bitWidth).filter { bit in rawValue & (1 << bit) != 0 }
    return setBits.map { bit in bit == 0 ? "gpu" : "resource \(bit)" }
  }
}
