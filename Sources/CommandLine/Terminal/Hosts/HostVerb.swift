import Vocabulary

/// The typed verb, as far as it matters whether other machines can run it.
package struct HostVerb: Hashable, Sendable {
  /// The words from the verb on, up to `--`.
  private let words: [String]

  /// Verbs whose answers of several machines can be shown together.
  private static let forSeveral = ["list", "metrics", "status"]
  /// Verbs that use no daemon, or the daemon of the run that calls them.
  private static let local: Set<String> = [
    "checkpoint", "fit", "merge", "progress", "ready", "replay", "simulate",
  ]
  /// Verbs that use the terminal, ask a question, or last until they are interrupted.
  private static let onTerminal: Set<String> = [
    "acknowledge", "cancel", "edit", "expire", "pause", "resume", "retry", "run", "set", "stop",
    "submit", "top", "unquarantine", "wait", "watch",
  ]
  /// Options with which other verbs last until they are interrupted.
  private static let lasting: Set<String> = ["-f", "--follow", "--wait"]

  /// - Parameter arguments: The words behind the name of the program, without `-H`.
  package init(_ arguments: [String]) {
    // Words behind `--` are those of a user's command, such as `submit -- make --help`, not options of the verb.
    words = Array(GlobalOptions.fromVerbOn(arguments).prefix { $0 != "--" })
  }

  private var name: String { words.first ?? "" }

  /// Whether the help is asked for, which this machine has.
  package var isHelp: Bool {
    words.isEmpty || name == "help" || words.contains { ["-h", "--help"].contains($0) }
  }

  /// Whether the verb needs a terminal on the other machine.
  package var needsTerminal: Bool {
    Self.onTerminal.contains(name) || words.contains(where: Self.lasting.contains)
  }

  /// Whether the exit code can be that of a user's command.
  package var exitsAsCommand: Bool { words.contains("--exit-code") }

  /// Throws if the verb is for this machine, or for one machine and several are named.
  package func check(hosts: [String]) throws(InputError) {
    if Self.local.contains(name) || words.starts(with: ["app", "simulate"]) {
      throw InputError(
        "'\(name)' is a verb for this machine; use it without -H, or on the other one: ssh"
          + " \(hosts.first ?? "HOST") rubatoctl \(name)"
      )
    }
    guard hosts.count > 1, !Self.forSeveral.contains(name) else { return }
    throw InputError(
      "'\(name.visible)' is for one host, and -H names \(hosts.count); name one, or use"
        + " \(Self.forSeveral.dropLast().joined(separator: ", ")) or \(Self.forSeveral.last ?? "")")
  }
}
