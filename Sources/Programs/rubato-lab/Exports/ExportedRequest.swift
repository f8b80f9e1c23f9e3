import Control
import Files
import Terminal
import Verbs
import Vocabulary

/// A queued request as a document of YAML, or the reason why it is none.
struct ExportedRequest: Encodable, HasRequestName {
  var id: String
  @ExplicitNull var app: String?
  /// The document, without its marker.
  @ExplicitNull var yaml: String?
  /// The variables whose values were left out.
  var omitted: [String] = []
  /// The reason why the request is not exported.
  @ExplicitNull var message: String?

  /// Calls the daemon for the request as a task file.
  init(_ request: RequestInfo, withSecrets: Bool, _ session: Session) throws(Failure) {
    (id, app) = (request.id, request.app)
    if let timer = request.timer {
      message = "it replaces the timer \(timer.name); adopt that timer there: rubatoctl adopt"
      return
    }
    if app != nil {
      message = "it belongs to an app, which submits it itself"
      return
    }
    do throws(Failure) {
      let call = GetTaskFile(id: request.id, app: request.app, owner: request.owner)
      let text = try session.call(call).text
      let user = request.unit == nil ? Self.otherUser(request.owner) : nil
      let head =
        ["id: \(TaskText.scalar(id))"] + (user.map { ["user: \(TaskText.scalar($0))"] } ?? [])
      yaml = (head + lines(of: text, withSecrets: withSecrets)).joined(separator: "\n") + "\n"
    } catch {
      // A refusal concerns only this request. After any other error, the others cannot be exported either.
      guard case .refused(_, let parameters) = error else { throw error }
      message = parameters.message
    }
  }

  /// Returns the name of an owner; `nil` for the caller.
  private static func otherUser(_ owner: Int64) -> String? {
    let name = Users.name(owner)
    return Users.isCaller(owner) ? nil : name
  }

  /// Returns the lines of a task file. Without secrets, the values of variables that not every submission passes on
  /// are comments.
  private mutating func lines(of text: String, withSecrets: Bool) -> [String] {
    var lines: [String] = []
    var isInEnvironment = false
    for line in text.split(separator: "\n") {
      let isVariable = isInEnvironment && line.hasPrefix("  ")
      guard isVariable, let colon = line.firstIndex(of: ":") else {
        isInEnvironment = line == "environment:"
        lines.append(String(line))
        continue
      }
      let name = line[..<colon].drop { $0 == " " }.filter { $0 != "\"" }
      if withSecrets || ExportVerb.isInherited(name) {
        lines.append(String(line))
      } else {
        omitted.append(name)
        lines.append("  # \(name): the value was left out; add it, or export with --with-secrets")
      }
    }
    return lines
  }

  /// The document with its marker, or a comment.
  var document: String {
    if let yaml { return "---\n\(yaml)" }
    return "# \(name.visible) is not exported: \((message ?? "").visible)\n"
  }

  /// Returns the requests with each one after those that it follows; others keep their order.
  static func sorted(_ requests: [RequestInfo]) -> [RequestInfo] {
    var result: [RequestInfo] = []
    // The ids of the requests in the result that belong to no app; those of apps can have the same ids.
    var placed: Set<String> = []
    let requestsWithoutApp = requests.filter { $0.app == nil }
    let requestsByID = Dictionary(requestsWithoutApp.map { ($0.id, $0) }) { first, _ in first }
    for request in requests {
      var stack = [request]
      // Each request is entered once, so that a cycle of requests comes to an end.
      var entered: Set<String> = []
      // A request stays on the stack until the requests that it follows are in the result.
      while let next = stack.last {
        let predecessors = (next.after + next.afterAny).filter { !placed.contains($0) }
        let missing = predecessors.compactMap { requestsByID[$0] }.filter {
          !entered.contains($0.id)
        }
        if entered.insert(next.id).inserted, !missing.isEmpty {
          stack += missing.reversed()
          continue
        }
        stack.removeLast()
        if next.app != nil || placed.insert(next.id).inserted { result.append(next) }
      }
    }
    return result
  }
}
