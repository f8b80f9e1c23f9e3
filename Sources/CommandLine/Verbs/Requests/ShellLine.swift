import Control
import Terminal

/// Command lines for /bin/sh, checked by that shell without running them.
package enum ShellLine {
  /// Returns a message with the shell's own error for a line that it cannot parse; `nil` if it can, or there is no
  /// line.
  ///
  /// - Parameter name: The option or the key of the line.
  package static func problem(_ name: String, _ line: String?) -> String? {
    guard let line, let result = try? Program(name: "/bin/sh").run(["-n", "-c", line]),
      result.status != 0, let words = result.problem.split(separator: "\n").first
    else { return nil }
    return
      "\(name) '\(line.prefix(80))' cannot be run: \(words.prefix(200)); correct the line".visible
  }
}

extension Submit {
  /// Throws the error of the first line that the shell cannot parse.
  func checkShellLines() throws(Failure) {
    let lines = [
      ("--condition", condition), ("--on-failure-command", onFailureCommand),
      ("--on-overdue-command", onOverdueCommand),
    ]
    for (option, line) in lines {
      guard let problem = ShellLine.problem(option, line) else { continue }
      throw .refused(
        error: ControlError.refused.rawValue,
        ControlError.Parameters(field: option, value: line, message: problem))
    }
  }
}
