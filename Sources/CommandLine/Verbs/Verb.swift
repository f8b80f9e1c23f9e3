import ArgumentParser

/// A verb that calls the daemon.
package protocol Verb: ParsableCommand {
  var connection: ConnectionOptions { get }
  /// Whether the verb changes nothing, and therefore does not start a stopped daemon.
  static var onlyReads: Bool { get }

  /// Performs the verb over a connection to the daemon, and prints the answer.
  func perform(_ session: Session) throws(Failure)
}

extension Verb {
  package static var onlyReads: Bool { false }

  /// Called by the parser. Connects to the daemon that the options select, and performs the verb.
  package func run() throws {
    try perform(Session(connection, onlyReads: Self.onlyReads))
  }
}
