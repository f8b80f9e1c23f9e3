import Scheduling
import Terminal

/// The command of an entry of a crontab, and its standard input.
struct CrontabCommand: Hashable {
  /// The line for the shell.
  var line: String
  /// The text after the first `%` without a backslash, in which `%` ends a line; empty if there is none.
  var input: String

  /// Divides the text of an entry at the percent signs without a backslash: `mail root%Hello%` has the line `mail root`
  /// and the input `Hello` with a line feed.
  init(_ text: Substring) {
    var parts = [""]
    // Whether the character before is a backslash, which is not yet added.
    var isEscaped = false
    // Scalars, since cron reads bytes: a percent sign before a mark such as U+0301 is also one.
    for scalar in text.unicodeScalars {
      // Only the backslash before a percent sign is removed.
      if isEscaped, scalar != "%" { parts[parts.count - 1].append("\\") }
      if !isEscaped, scalar == "%" {
        parts.append("")
      } else if scalar != "\\" {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\"
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    line = parts[0]
    input = parts.dropFirst().joined(separator: "\n")
  }

  /// Returns the program and its arguments that run the line in `shell` with its standard input.
  func words(shell: String) -> [String] {
    guard !input.isEmpty else { return [shell, "-c", line] }
    // `printf` ends each line with a line feed.
    let feed = UInt8(ascii: "\n")
    let text = input.utf8.last == feed ? input.utf8.dropLast() : input.utf8[...]
    let lines = text.split(separator: feed, omittingEmptySubsequences: false)
    let quotedLines = lines.map { ShellText.quoted(String(Substring($0))) }.joined(separator: " ")
    let shellCommand = "\(ShellText.quoted(shell)) -c \(ShellText.quoted(line))"
    return ["/bin/sh", "-c", "printf '%s\\n' \(quotedLines) | \(shellCommand)"]
  }
}
