/// The scheduler's advice in terms of a bench, which has no commands.
enum BenchAdvice {
  /// Commands and their replacements; a name may follow a command.
  private static let words = [
    ("start it, or report it with `rubatoctl app opened", "open it with `bench.open()"),
    ("rubatoctl app opened", "bench.open()"),
    ("rubatoctl app refresh on", "bench.setBackgroundRefresh(true)"),
    ("rubatoctl run", "bench.simulateLaunch(_:)"),
    ("rubatoctl cancel", "BGTaskScheduler.shared.cancel(taskRequestWithIdentifier:)"),
  ]

  /// Returns the text with the calls of a bench in place of the commands of `rubatoctl` and their arguments.
  static func text(_ text: String) -> String {
    var result = text
    for (command, call) in words { result = replacing(command, by: call, in: result) }
    return result
  }

  /// Returns the text with `call` in place of a command and its arguments.
  private static func replacing(_ command: String, by call: String, in text: String) -> String {
    let parts = text.split(separator: command, omittingEmptySubsequences: false)
    // Each part but the first one begins with the arguments of a command.
    let following = parts.dropFirst().map { withoutArguments($0) }
    return (parts.prefix(1).map { String($0) } + following).joined(separator: call)
  }

  /// Returns the text after a command, without the command's arguments.
  private static func withoutArguments(_ rest: Substring) -> String {
    guard let endOfCommand = rest.firstIndex(of: "`") else { return String(rest) }
    return String(rest[endOfCommand...])
  }
}
