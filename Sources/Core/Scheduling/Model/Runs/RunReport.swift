/// The reports that a command can make during its run.
package enum RunReport: Hashable, Codable, Sendable {
  /// Readiness, if its request signals it.
  case ready
  /// Data for its next start.
  case checkpoint(String)
  /// The completed share, 0 to 1.
  case progress(Double)
  /// The title that a continued task now has.
  case title(String, subtitle: String)
  /// The task is complete, with or without success.
  case completed(success: Bool)

  /// The process of a task is about to call its launch handler.
  case began
  /// The time of a task is over: the state of its expiration handler.
  case expiration(ExpirationReport)

  /// Returns the refusal of the report; `nil` if it is accepted.
  func objection(_ settings: Settings) -> Refusal? {
    switch self {
    case .checkpoint(let data) where data.utf8.count > settings.longestCheckpoint:
      Refusal(
        field: "data", value: "\(data.utf8.count) bytes",
        allowed:
          "at most \(settings.longestCheckpoint) bytes; keep the rest in a file and record its name"
      )
    case .checkpoint(let data) where data.utf8.contains(0):
      Refusal(field: "data", value: "", allowed: "text without NUL characters")
    case .progress(let share) where !(0...1).contains(share):
      Refusal(field: "share", value: "\(share)", allowed: "0 to 1")
    case .title(let title, let subtitle):
      ContinuedTerms.objection(to: title, field: "title")
        ?? ContinuedTerms.objection(to: subtitle, field: "subtitle")
    case .expiration(let report): report.objection
    case .ready, .checkpoint, .progress, .completed, .began: nil
    }
  }
}

extension ExpirationReport {
  /// The refusal of a stack that has too many functions, or a function whose name is too long or contains a NUL
  /// character; `nil` if it is accepted.
  fileprivate var objection: Refusal? {
    if stack.count > Self.longestStack {
      return Refusal(
        field: "stack", value: "\(stack.count) functions",
        allowed: "at most \(Self.longestStack), the innermost first")
    }
    guard
      let long = stack.first(where: { $0.utf8.count > Self.longestFunction || $0.utf8.contains(0) })
    else { return nil }
    return Refusal(
      field: "stack", value: "\(long.utf8.count) bytes",
      allowed: "names of at most \(Self.longestFunction) bytes, without NUL characters")
  }
}
