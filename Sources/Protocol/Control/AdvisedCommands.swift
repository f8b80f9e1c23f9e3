/// Names a daemon in the commands of `rubatoctl` that texts advise, so that they reach that daemon when they are typed as they
/// stand. The core writes its texts as if there were only the system's daemon.
package struct AdvisedCommands: Hashable, Sendable {
  /// What names the daemon, as it is typed: `--user`, `--socket /tmp/socket`; empty where nothing has to.
  private let option: String

  package init(naming option: String = "") {
    self.option = option
  }

  /// Verbs that ask no daemon when they are advised.
  private static let withoutDaemon: Set<Substring> = [
    "help", "merge", "replay", "simulate",
  ]
  private static let program = "rubatoctl "

  /// `text` with the daemon named in each command in it: what stands in backticks, or behind a colon.
  package func completed(_ text: String) -> String {
    guard !option.isEmpty, text.contains(Self.program) else { return text }
    let parts = text.split(separator: Self.program, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let isCommand = Self.mayPrecede(result) && asksDaemon(part)
      result += Self.program + (isCommand ? "\(option) " : "") + part
    }
  }

  /// Elsewhere it is a word of a sentence, or part of somebody's command line.
  private static func mayPrecede(_ text: String) -> Bool {
    text.hasSuffix("`") || text.hasSuffix(": ") && !text.hasSuffix("Usage: ")
  }

  private func asksDaemon(_ words: Substring) -> Bool {
    let verb = words.prefix { $0.isLetter || $0 == "-" }
    // It asks none, but for the files of a user's own it has to know.
    if words.hasPrefix("policy check") { return option == "--user" }
    // With these it shows no daemon's.
    if ["policy show FILE", "policy show --defaults"].contains(where: words.hasPrefix) {
      return false
    }
    return verb.first?.isLowercase == true && !Self.withoutDaemon.contains(verb)
  }
}
