import Control
import Files
import Scheduling
import Terminal
import Verbs

/// The meaning of a policy file, or its errors.
struct PolicyCheck {
  let file: String
  private(set) var settings: Settings?
  private(set) var problems: [FileError] = []

  /// Reads the text of a policy file. If it has errors, the settings remain `nil`.
  init(_ text: String, file: String) {
    self.file = file
    let reading = PolicyReading(text, file: file)
    problems = reading.problems
    if problems.isEmpty { settings = reading.settings }
  }

  /// Checks the policy file that the daemon would read; `nil` if there is none. An unreadable file is a problem of the
  /// check.
  static func ofDaemon(isUser: Bool) -> PolicyCheck? {
    guard let path = NamedPolicy.path(isUser: isUser) else { return nil }
    do throws(FileError) {
      return try PolicyFile.text(at: path).map { PolicyCheck($0, file: path) }
    } catch {
      var check = PolicyCheck("", file: path)
      check.settings = nil
      check.problems = [error]
      return check
    }
  }
}

extension TaskCheck.Report {
  /// Adds the result of a policy file: its problems, or its differences from the defaults. `nil` adds nothing.
  mutating func add(_ check: PolicyCheck?) {
    guard let check else { return }
    problems += check.problems.map { Problem(TaskProblem(task: nil, error: $0)) }
    guard let settings = check.settings else { return }
    let changes = PolicyListing(settings, file: check.file, onlyChanged: true).keys
    let words = changes.map { "\($0.key) \($0.value) (default \($0.default))" }
    let meaning =
      words.isEmpty ? "all settings have their defaults" : words.joined(separator: ", ")
    policies.append(
      Policy(file: check.file, changes: changes, meaning: "\(check.file.visible): \(meaning)"))
  }
}
