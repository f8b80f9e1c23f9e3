import Vocabulary

/// A command line of `rubatoctl` that ssh runs on another machine.
package struct RemoteCommand: Hashable, Sendable {
  /// The variable that names the machine as the caller has typed it, for the commands that are advised there.
  package static let hostVariable = "RUBATO_HOST"

  /// The place of the other machine's answer.
  package enum Place: Hashable, Sendable {
    /// This terminal, by a terminal of the other machine.
    case terminal
    /// This process's standard output, for which the variables describe this terminal.
    case output([String: String])
    /// A pipe that is read next to those of other machines, so that no password can be asked for.
    case pipe([String: String])
  }

  /// The options of ssh if it can ask no questions. A machine that falls asleep during the answer is lost after 20
  /// seconds.
  private static let unattended = [
    "BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=10", "ServerAliveCountMax=2",
  ].flatMap { ["-o", $0] }

  package let host: String
  /// The words behind the name of the program, without `-H`.
  let words: [String]
  let place: Place

  package init(on host: String, _ words: [String], to place: Place) {
    self.host = host
    self.words = words
    self.place = place
  }

  /// The arguments of ssh. The host follows `--`, so that it is no option.
  package var arguments: [String] { options + ["--", host, line] }

  /// The options of ssh for the place of the answer.
  private var options: [String] {
    switch place {
    // At the end of a terminal's connection, ssh prints a notice of level INFO.
    case .terminal: ["-t", "-o", "LogLevel=ERROR"]
    case .output: []
    case .pipe: Self.unattended
    }
  }

  /// The command line for the shell of the other machine. Variables are set by env(1): sshd accepts few, and shells
  /// differ in their notation. A version that does not know a variable ignores it.
  var line: String {
    var variables =
      switch place {
      case .terminal: [String: String]()
      case .output(let values), .pipe(let values): values
      }
    variables[Self.hostVariable] = host
    let assignments = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return (["env"] + assignments + ["rubatoctl"] + words).map(ShellText.quoted)
      .joined(separator: " ")
  }
}
