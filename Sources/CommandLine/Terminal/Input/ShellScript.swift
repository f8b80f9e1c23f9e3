/// A check for shells that are started without commands.
package enum ShellScript {
  private static let shells: Set<Substring> = ["sh", "ash", "bash", "dash", "ksh", "mksh", "zsh"]

  /// Whether the command is a shell that would read its commands from standard input, which is empty in a run.
  package static func isMissing(in command: [String]) -> Bool {
    guard let program = command.first?.split(separator: "/").last, shells.contains(program) else {
      return false
    }
    return command.dropFirst().allSatisfy(stillReadsInput)
  }

  /// Whether the word is an option with which a shell still reads its commands from standard input.
  private static func stillReadsInput(_ word: String) -> Bool {
    if word.hasPrefix("--") { return !["--help", "--version"].contains(word) && word.count > 2 }
    // Any other word is the name of a script, and c among the letters of an option gives the commands.
    return word.hasPrefix("-") && !word.contains("c")
  }
}
