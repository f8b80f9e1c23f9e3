import ArgumentParser

/// A verb that talks to the daemon.
protocol Verb: ParsableCommand {
  var connection: ConnectionOptions { get }

  func perform(_ session: Session) throws(Failure)
}

extension Verb {
  func run() throws {
    try perform(Session(connection))
  }
}
