import Control
import Files
import Scheduling
import Terminal
import Verbs

/// The answer to one of many requests: a line for people, or a JSON object on a line.
struct BatchLine: Encodable {
  /// The reason why a request is refused.
  struct Problem: Error {
    var error: String
    @ExplicitNull var field: String?
    @ExplicitNull var value: String?
    /// The problem and its remedy, with the place of the request.
    var message: String
  }

  var file: String
  var line: Int
  @ExplicitNull var id: String?
  var replaced = false
  var kept = false
  var warnings: [WarningInfo] = []
  @ExplicitNull var error: String?
  @ExplicitNull var field: String?
  @ExplicitNull var value: String?
  @ExplicitNull var message: String?

  init(_ entry: SubmittedFiles.Entry, _ problem: Problem) {
    (file, line) = (entry.file, entry.line)
    (error, message) = (problem.error, problem.message)
    (field, value) = (problem.field, problem.value)
  }

  init(_ entry: SubmittedFiles.Entry, _ result: SubmissionResultInfo) {
    (file, line, id) = (entry.file, entry.line, result.id)
    (replaced, kept, warnings) = (result.replaced, result.kept, result.warnings)
  }

  /// Prints the line: JSON and accepted requests to standard output, refused ones to standard error.
  func print(asJSON: Bool) {
    if asJSON { return Output.print(JSONLayout.compact(self)) }
    if let message { return Output.printError("rubatoctl: \(message.visible)") }
    let name = (id ?? "").visible
    let head: String
    if kept {
      head = "Kept: \(name) is already queued."
    } else if replaced {
      head = "Accepted, replacing the queued request: \(name)."
    } else {
      head = "Accepted: \(name)."
    }
    Output.print(([head] + warnings.map { "Warning: \($0.text.visible)." }).joined(separator: " "))
  }
}

extension BatchLine.Problem {
  /// Makes a problem that was found before the request was sent.
  init(_ message: String) {
    self.init(error: ControlError.refused.rawValue, message: message)
  }

  /// Makes the problem of a refused request; `nil` if the request was accepted.
  init?(_ result: SubmissionResultInfo, of entry: SubmittedFiles.Entry) {
    guard let error = result.error else { return nil }
    self.init(
      error: error,
      ControlError.Parameters(
        field: result.field, value: result.value, message: result.message ?? error), of: entry)
  }

  /// Makes the problem of a request that the daemon refuses, at the place of the key in its file.
  init(error: String, _ parameters: ControlError.Parameters, of entry: SubmittedFiles.Entry) {
    let refusal = Refusal(
      .invalid, field: parameters.field ?? "", value: parameters.value ?? "",
      message: parameters.message)
    let located = (try? entry.task.get()).map { "\($0.error(of: refusal))" }
    self.init(
      error: error, field: parameters.field, value: parameters.value,
      message: located ?? "\(entry.file):\(entry.line): \(parameters.message)")
  }

  /// Returns the position of the refused submission of a call, and the error without it; `nil` if the error is that of
  /// the whole call.
  static func refusedPosition(
    in parameters: ControlError.Parameters
  ) -> (index: Int, ControlError.Parameters)? {
    // The daemon names the field `submissions[INDEX].FIELD`.
    let prefix = "submissions["
    guard let field = parameters.field, field.hasPrefix(prefix),
      let end = field.firstIndex(of: "]"), let index = Int(field[..<end].dropFirst(prefix.count))
    else { return nil }
    var submissionError = parameters
    submissionError.field = String(field[field.index(after: end)...].drop { $0 == "." })
    let place = "submissions[\(index)]: "
    if submissionError.message.hasPrefix(place) {
      submissionError.message = String(submissionError.message.dropFirst(place.count))
    }
    return (index, submissionError)
  }
}
