import AtomicFiles

/// A check for shells that are started without commands.
package enum ShellScript {
  private static let shells: Set = ["sh", "ash", "bash", "dash", "ksh", "mksh", "zsh"]

  /// Whether the command is a shell that would read its commands from standard input, which is empty in a run.
  package static func isMissing(in command: [String]) -> Bool {
    guard let program = command.first.flatMap({ AtomicFile.names(in: $0).last }),
      shells.contains(program)
    else {
      return false
    }
    return command.dropFirst().allSatisfy(stillReadsInput)
  }

  /// Whether the argument is an option with which a shell still reads its commands from standard input, such as `-e`.
  private static func stillReadsInput(_ argument: String) -> Bool {
    if argument.hasPrefix("--") { return !["--", "--help", "--version"].contains(argument) }
    // An argument without a hyphen is a script; an option with the letter c, such as -ec, gives the commands.
    return argument.hasPrefix("-") && !argument.contains("c")
  }
}
