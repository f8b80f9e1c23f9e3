import Control
import Terminal
import Translation
import Verbs

/// The result for one entry that is not submitted: an untranslated one, or one of `--dry-run`.
struct ImportLine: Encodable {
  var file: String
  var line: Int
  @ExplicitNull var source: String?
  @ExplicitNull var id: String?
  @ExplicitNull var user: String?
  /// The document of the request.
  @ExplicitNull var yaml: String?
  @ExplicitNull var error: String?
  @ExplicitNull var message: String?

  init(
    file: String, line: Int, id: String? = nil, user: String? = nil, error: String? = nil,
    message: String? = nil
  ) {
    (self.file, self.line, self.id, self.user) = (file, line, id, user)
    (self.error, self.message) = (error, message)
  }

  /// Creates the line of a translated entry, with its document, or of one that was not translated, with the reason.
  init(_ item: Translation.Item) {
    file = item.file
    line = item.line
    source = item.source
    id = item.task?.id
    user = item.task?.user
    yaml = item.task?.yaml
    switch item.outcome {
    case .task: break
    case .kept(let reason):
      error = "NotTranslated"
      message = "\(item.place): not translated: \(reason)"
    case .malformed(let reason):
      error = "Refused"
      message = "\(item.place): \(reason)"
    }
  }

  /// Prints the line: JSON and requests to standard output, others to standard error.
  func print(asJSON: Bool) {
    if asJSON { return Output.print(JSONLayout.compact(self)) }
    if let message { return Output.printError("rubatoctl: \(message.visible)") }
    let name = (id ?? "").isEmpty ? "a request without an id" : (id ?? "").visible
    Output.print("Valid: \(file.visible):\(line): \(name).")
  }
}
