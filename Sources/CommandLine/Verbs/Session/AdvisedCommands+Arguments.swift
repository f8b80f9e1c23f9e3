import Control
import Terminal

extension AdvisedCommands {
  /// Those that are advised to whoever has typed this command line.
  package static let ofThisProcess = AdvisedCommands(
    naming: GlobalOptions.namingDaemon(Array(CommandLine.arguments.dropFirst())))
}

extension Output {
  /// Prints to standard error what to do instead, or besides.
  package static func advise(_ text: String) {
    let advice = AdvisedCommands.ofThisProcess.completed(text)
    // A usage has its own layout.
    printError(advice.contains("\n") ? advice : Screen.standardError.wrap(advice))
  }
}
