import Control

/// The category of a special task, in words.
enum TaskWords {
  /// Returns the category of a special task in words; an unknown category is returned as it is.
  static func category(_ terms: TaskClassInfo) -> String {
    switch terms.category {
    case "continued": "continued"
    case "healthResearch": "health research"
    case "push": "remote notification"
    case "transferEvents": "events of a session's transfers"
    case "observer": "observer"
    case "notification": "local notification"
    case "response": "response to a notification"
    default: terms.category
    }
  }

  /// Returns `Exporting: 3 of 20 films`; `nil` if the task has no title.
  static func title(_ terms: TaskClassInfo) -> String? {
    let parts = [terms.title, terms.subtitle].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}
