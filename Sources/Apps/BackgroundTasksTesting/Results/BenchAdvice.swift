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
    words.reduce(text) { text, word in
      text.split(separator: word.0, omittingEmptySubsequences: false).enumerated()
        .map { $0 == 0 ? String($1) : withoutArguments($1) }.joined(separator: word.1)
    }
  }

  /// Returns the text after a command, without the command's arguments.
  private static func withoutArguments(_ rest: Substring) -> String {
    rest.firstIndex(of: "`").map { String(rest[$0...]) } ?? String(rest)
  }
}
