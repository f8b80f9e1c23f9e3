/// What a local notification shows, and when it was due.
package struct NotificationTerms: Hashable, Codable, Sendable {
  package var title: String
  package var subtitle: String
  package var body: String
  /// What its app keeps with it, as JSON; empty for nothing.
  package var payload: String
  /// The date of the window that waits, or that its run began in.
  package var due: WallTime
  /// Shown again on that day of each month or year; nil for once, or for each interval of the request.
  package var repeats: CalendarUnit?

  package init(
    title: String, subtitle: String, body: String, payload: String, due: WallTime,
    repeats: CalendarUnit? = nil
  ) {
    self.repeats = repeats
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.payload = payload
    self.due = due
  }

  /// The longest body and the longest payload, in bytes.
  package static let longestBody = 4096

  /// All texts, by the fields of a submission.
  package var texts: [(field: String, text: String, longest: Int)] {
    [
      ("task.title", title, ContinuedTerms.longestTitle),
      ("task.subtitle", subtitle, ContinuedTerms.longestTitle),
      ("task.body", body, Self.longestBody), ("task.payload", payload, Self.longestBody),
    ]
  }

  func check(_ submission: Submission) throws(Refusal) {
    for (field, text, longest) in texts {
      if text.utf8.count > longest {
        throw Refusal(
          field: field, value: "\(text.utf8.count) bytes", allowed: "at most \(longest) bytes")
      }
      if text.utf8.contains(0) {
        throw Refusal(field: field, value: "", allowed: "text without NUL characters")
      }
    }
    if title.isEmpty && body.isEmpty {
      throw Refusal(field: "task.title", value: "", allowed: "a title, or a body")
    }
    if repeats != nil, let every = submission.terms.every {
      throw Refusal(
        field: "every", value: every.notation, allowed: "nothing beside task.repeats")
    }
    if let field = submission.firstGate {
      throw Refusal(
        .invalid, field: field, value: "",
        message: "\(field) does not apply to notifications, which begin at their date; leave it out"
      )
    }
  }
}

extension Submission {
  /// The first option that could keep it from beginning at its date.
  fileprivate var firstGate: String? {
    let options: [(field: String, isSet: Bool)] = [
      ("latest", latest != nil), ("requires", !terms.requires.isEmpty),
      ("prefers", !terms.prefers.isEmpty),
      ("group", terms.group != nil), ("flex", terms.flex != nil),
      ("condition", terms.needs.condition != nil),
      ("whenChanged", !terms.needs.changes.isEmpty),
    ]
    return options.first(where: \.isSet)?.field
  }
}
