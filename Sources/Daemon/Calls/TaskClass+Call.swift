import Control
import Scheduling

// The class of a task, from the interface's words to the scheduler's and back.
extension TaskClass {
  init(_ info: TaskClassInfo) throws(Refusal) {
    let category: Category? = try Submission.word(info.category, field: "task.category")
    switch category {
    case .healthResearch:
      self = .healthResearch(protection: info.protection ?? Self.usualProtection)
    case .continued, nil:
      if let resource = info.resources?.first { throw .unavailableResource(resource) }
      self = .continued(
        ContinuedTerms(
          title: info.title ?? "", subtitle: info.subtitle ?? "",
          strategy: try Submission.word(info.strategy, field: "task.strategy") ?? .queue))
    }
  }

  /// What Foundation protects files with where nothing else is asked for.
  private static let usualProtection = "NSFileProtectionCompleteUntilFirstUserAuthentication"
}

extension TaskClassInfo {
  init(_ terms: TaskClass) {
    let category = terms.category.rawValue
    switch terms {
    case .continued(let terms):
      self.init(
        category: category, title: terms.title, subtitle: terms.subtitle,
        strategy: terms.strategy.rawValue)
    case .healthResearch(let protection): self.init(category: category, protection: protection)
    }
  }
}

extension Refusal {
  fileprivate static func unavailableResource(_ name: String) -> Refusal {
    Refusal(
      .notPermitted, field: "task.resources", value: name,
      message:
        "the resource '\(name)' cannot be had: rubatod hands out none; leave it out, and use what"
        + " BGTaskScheduler.supportedResources has")
  }
}
