/// The advice of the scheduler in words of a bench, which has no commands.
enum BenchAdvice {
  /// Each with what stands in its place; a name may stand behind it.
  private static let words = [
    ("start it, or report it with `rubatoctl app opened", "open it with `bench.open()"),
    ("rubatoctl app opened", "bench.open()"),
    ("rubatoctl app refresh on", "bench.setBackgroundRefresh(true)"),
    ("rubatoctl run", "bench.simulateLaunch(_:)"),
    ("rubatoctl cancel", "BGTaskScheduler.shared.cancel(taskRequestWithIdentifier:)"),
  ]

  static func text(_ text: String) -> String {
    words.reduce(text) { text, word in
      text.split(separator: word.0, omittingEmptySubsequences: false).enumerated()
        .map { $0 == 0 ? String($1) : withoutArguments($1) }.joined(separator: word.1)
    }
  }

  /// What follows a command, without its arguments.
  private static func withoutArguments(_ rest: Substring) -> String {
    rest.firstIndex(of: "`").map { String(rest[$0...]) } ?? String(rest)
  }
}
