/// Names a daemon in the `rubatoctl` commands that texts advise, so that each command reaches that daemon as it is
/// typed. The core writes its texts as if the system's daemon were the only one.
package struct AdvisedCommands: Hashable, Sendable {
  /// The option that names the daemon, as it is typed: `--user`, `--socket /tmp/socket`; empty if none is needed.
  private let option: String

  package init(naming option: String = "") {
    self.option = option
  }

  /// Verbs that are advised without a call to a daemon.
  private static let withoutDaemon: Set<Substring> = [
    "help", "merge", "replay", "simulate",
  ]
  private static let program = "rubatoctl "

  /// Returns `text` with the option that names the daemon in each `rubatoctl` command that calls a daemon. A command
  /// follows a backtick or a colon.
  package func completed(_ text: String) -> String {
    guard !option.isEmpty, text.contains(Self.program) else { return text }
    let parts = text.split(separator: Self.program, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let isCommand = Self.mayPrecede(result) && asksDaemon(part)
      result += Self.program + (isCommand ? "\(option) " : "") + part
    }
  }

  /// Whether a command can follow `text`. Elsewhere the name is a word of a sentence, or part of a user's command line.
  private static func mayPrecede(_ text: String) -> Bool {
    text.hasSuffix("`") || text.hasSuffix(": ") && !text.hasSuffix("Usage: ")
  }

  /// Returns whether a command calls a daemon, so that it must name the daemon. `words` is the text after `rubatoctl `.
  private func asksDaemon(_ words: Substring) -> Bool {
    let verb = words.prefix { $0.isLetter || $0 == "-" }
    // It calls no daemon, but it must know whether the files are a user's own.
    if words.hasPrefix("policy check") { return option == "--user" }
    // With these arguments the verb does not show a daemon's policy.
    if ["policy show FILE", "policy show --defaults"].contains(where: words.hasPrefix) {
      return false
    }
    return verb.first?.isLowercase == true && !Self.withoutDaemon.contains(verb)
  }
}
