import ArgumentParser

/// A verb that talks to the daemon.
package protocol Verb: ParsableCommand {
  var connection: ConnectionOptions { get }
  /// Whether it changes nothing, and so starts no daemon that was stopped.
  static var onlyLooks: Bool { get }

  func perform(_ session: Session) throws(Failure)
}

extension Verb {
  package static var onlyLooks: Bool { false }

  package func run() throws {
    try perform(Session(connection, onlyLooks: Self.onlyLooks))
  }
}
