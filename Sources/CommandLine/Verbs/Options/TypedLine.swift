import Control
import Terminal
import Varlink

/// A command line that a shell completes.
enum TypedLine {
  /// A shell that waits for a completion waits for nothing else.
  private static let patience = Duration.seconds(1)

  /// Which daemon it means.
  ///
  /// - Parameter words: All that is typed so far.
  static func instance(_ words: [String]) throws -> Instance {
    let typed = words.firstIndex(of: "--socket").map { words.dropFirst($0 + 1).first ?? "" }
    return try Instance(
      socket: typed, wantsUser: words.contains("--user"), wantsSystem: words.contains("--system"),
      environment: Process.environment)
  }

  /// The words that daemon answers with, those that a shell takes as they are: bash expands each word that it is given, and
  /// would run a command in it. Nothing where none answers. One that was stopped is not started by it.
  static func answers(_ words: [String], _ ask: (Client) throws -> [String]) -> [String] {
    do {
      let instance = try instance(words)
      if instance.isStopped { return [] }
      let client = try Client(connectingTo: instance.socketPath, timeout: patience)
      return try ask(client).filter(AnsweredName.isShellWord)
    } catch {
      return []
    }
  }
}
