import Control
import Terminal
import Varlink

/// A command line in a shell's completion.
enum TypedLine {
  /// The longest wait; the shell is blocked during a completion.
  private static let replyTimeout = Duration.seconds(1)

  /// Returns the daemon that the options on the typed command line select.
  ///
  /// - Parameter words: The words typed so far.
  static func instance(_ words: [String]) throws -> Instance {
    let socket = words.firstIndex(of: "--socket").map { words.dropFirst($0 + 1).first ?? "" }
    return try Instance(
      socket: socket, wantsUser: words.contains("--user"), wantsSystem: words.contains("--system"),
      environment: Process.environment)
  }

  /// Calls `ask` with the daemon of the command line, and returns those words of the answer that a shell takes
  /// unchanged: bash expands each word, and would run a command in it. Returns nothing if no daemon answers, or another
  /// machine is named. A stopped daemon is not started.
  static func answers(_ words: [String], _ ask: (Client) throws -> [String]) -> [String] {
    do {
      guard try HostOptions(words).hosts.isEmpty else { return [] }
      let instance = try instance(words)
      if instance.isStopped { return [] }
      let client = try Client(connectingTo: instance.socketPath, timeout: replyTimeout)
      return try ask(client).filter(AnsweredName.isShellWord)
    } catch {
      return []
    }
  }
}
