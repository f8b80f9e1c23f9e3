#if canImport(Glibc)
  import Glibc
#endif

/// A question to the user at the terminal.
package enum Question {
  /// Whether there is a user at the terminal.
  package static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks a question on standard error, and returns whether the line read from standard input is `y` or `yes`.
  ///
  /// - Parameter usual: The meaning of an empty line; the end of the input is always a no.
  package static func ask(_ question: String, usual: Bool = false) -> Bool {
    Output.writeError("\(question) [\(usual ? "Y/n" : "y/N")] ")
    guard let answer = readLine() else {
      Output.writeError("\n")
      return false
    }
    switch answer.lowercased() {
    case "": return usual
    case "y", "yes": return true
    default: return false
    }
  }
}
