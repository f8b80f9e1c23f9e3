/// The content of a local notification, and its due date.
package struct NotificationTerms: Hashable, Codable, Sendable {
  package var title: String
  package var subtitle: String
  package var body: String
  /// Data that its app stores with it, as JSON; empty for none.
  package var payload: String
  /// The date of the present window, or of the window in which its run began.
  package var due: WallTime
  /// The unit by which it repeats; `nil` if it is shown once, or at each interval of the request.
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

  /// The texts, by the fields of a submission.
  package var texts: [(field: String, text: String, longest: Int)] {
    [
      ("task.title", title, ContinuedTerms.longestTitle),
      ("task.subtitle", subtitle, ContinuedTerms.longestTitle),
      ("task.body", body, Self.longestBody), ("task.payload", payload, Self.longestBody),
    ]
  }

  /// Throws a refusal if a text is too long or has NUL characters, if title and body are empty, or if an option of the
  /// submission would delay the notification or repeat it in a second way.
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
    if let event = submission.terms.calendar.first {
      throw Refusal(
        field: "on", value: event.text, allowed: "no value for a notification; use task.repeats")
    }
    if repeats != nil, let every = submission.terms.every {
      throw Refusal(
        field: "every", value: every.notation, allowed: "no value together with task.repeats")
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
  /// The field of the first option that could delay its beginning; `nil` if none is set.
  fileprivate var firstGate: String? {
    let options: [(field: String, isSet: Bool)] = [
      ("latest", latest != nil),
      ("requires", !terms.requires.isEmpty || !terms.needs.networks.isEmpty),
      ("prefers", !terms.prefers.isEmpty),
      ("group", terms.group != nil), ("flex", terms.flex != nil),
      ("condition", terms.needs.condition != nil),
      ("whenChanged", !terms.needs.changes.isEmpty),
    ]
    return options.first(where: \.isSet)?.field
  }
}
