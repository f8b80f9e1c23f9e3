import Control
import Terminal
import Vocabulary

extension AdvisedCommands {
  /// The commands advised to the user of this command line.
  package static let ofThisProcess = AdvisedCommands(
    naming: GlobalOptions.daemonOption(in: Array(CommandLine.arguments.dropFirst())),
    on: Process.environment[RemoteCommand.hostVariable].map(ShellText.quoted) ?? "")
}

extension TypedCommand {
  /// The command line of this process.
  static var ofThisProcess: TypedCommand {
    TypedCommand(Array(CommandLine.arguments.dropFirst()))
  }
}

extension Output {
  /// Prints a remedy or an additional step to standard error.
  package static func advise(_ text: String) {
    let advice = AdvisedCommands.ofThisProcess.completed(text)
    // A usage has its own layout.
    printError(advice.contains("\n") ? advice : Screen.standardError.wrap(advice))
  }
}
