#if canImport(Glibc)
  import Glibc
#endif

/// Asks whoever sits at the terminal.
package enum Question {
  /// Whether somebody sits there.
  package static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// - Parameter usual: What an empty line says; the end of the input is always a no.
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
