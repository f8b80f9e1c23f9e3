/// Names a daemon in the `rubatoctl` commands that texts advise, so that each command reaches that daemon as it is
/// typed. The core writes its texts as if the system's daemon were the only one.
package struct AdvisedCommands: Hashable, Sendable {
  /// The option that names the daemon, as it is typed: `--user`, `--socket /tmp/socket`; empty if none is needed.
  private let option: String
  /// The name of this machine for ssh, if the user is on another machine; empty if the user is on this one.
  private let host: String

  package init(naming option: String = "", on host: String = "") {
    self.option = option
    self.host = host
  }

  /// Verbs that are advised without a call to a daemon.
  private static let withoutDaemon: Set<Substring> = [
    "fit", "help", "merge", "replay", "simulate",
  ]
  private static let program = "rubatoctl "

  /// Other programs whose commands are advised, which the user must start on the machine of the daemon.
  private static let otherPrograms = ["sudo ", "systemctl ", "journalctl "]

  /// Returns `text` with the option that names the daemon in each `rubatoctl` command that calls a daemon. If the user
  /// is on another machine, each command also names this one. A command follows a backtick or a colon: `rubatoctl retry
  /// x` becomes `rubatoctl --user retry x`, or for a user elsewhere `rubatoctl -H laptop --user retry x`.
  package func completed(_ text: String) -> String {
    var text = adding(option, to: text, where: mustNameDaemon)
    guard !host.isEmpty else { return text }
    text = adding("-H \(host)", to: text, where: isForHost)
    // They have no option `-H`, so they are started through ssh.
    for program in Self.otherPrograms {
      text = Self.replacing(program, in: text) { _ in "ssh -t \(host) \(program)" }
    }
    return text
  }

  /// Returns `text` with `option` in the `rubatoctl` commands that need it; unchanged if `option` is empty.
  ///
  /// - Parameter isNeeded: Whether a command needs the option, from the text after `rubatoctl `.
  private func adding(
    _ option: String, to text: String, where isNeeded: (Substring) -> Bool
  ) -> String {
    guard !option.isEmpty else { return text }
    return Self.replacing(Self.program, in: text) { words in
      Self.program + (isNeeded(words) ? "\(option) " : "")
    }
  }

  /// Returns `text` with another beginning of each command of `program`.
  ///
  /// - Parameter beginning: Returns the text in place of the program, from the text after it.
  private static func replacing(
    _ program: String, in text: String, _ beginning: (Substring) -> String
  ) -> String {
    guard text.contains(program) else { return text }
    let parts = text.split(separator: program, omittingEmptySubsequences: false)
    var result = String(parts[0])
    // Each further part is the text after one occurrence of the program.
    for part in parts.dropFirst() {
      result += mayPrecede(result) ? beginning(part) : program
      result += part
    }
    return result
  }

  /// Whether a command is for the machine of this process, not for the user's. `words` is the text after `rubatoctl `.
  private func isForHost(_ words: Substring) -> Bool {
    let verb = words.prefix { $0.isLetter || $0 == "-" }
    // A command with -H names a machine already.
    return !verb.isEmpty && !verb.hasPrefix("-H") && !Self.withoutDaemon.contains(verb)
  }

  /// Whether a command can follow `text`. Elsewhere the name of a program is a word of a sentence, or part of a user's
  /// command line.
  private static func mayPrecede(_ text: String) -> Bool {
    text.hasSuffix("`") || text.hasSuffix(": ") && !text.hasSuffix("Usage: ")
  }

  /// Whether a command needs the option that names the daemon: it calls a daemon, or checks the policy of a user's
  /// daemon. `words` is the text after `rubatoctl `.
  private func mustNameDaemon(_ words: Substring) -> Bool {
    // `policy check` calls no daemon, but needs `--user` to read the files of a user's daemon.
    if words.hasPrefix("policy check") { return option == "--user" }
    // `policy show` calls a daemon, except with these arguments.
    let showsNoDaemonsPolicy = ["policy show FILE", "policy show --defaults"]
      .contains(where: words.hasPrefix)
    if showsNoDaemonsPolicy { return false }
    // An option or a placeholder such as VERB is no verb.
    let verb = words.prefix { $0.isLetter || $0 == "-" }
    let isVerb = verb.first?.isLowercase == true
    return isVerb && !Self.withoutDaemon.contains(verb)
  }
}
