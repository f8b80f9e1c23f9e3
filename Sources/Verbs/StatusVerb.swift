import ArgumentParser
import Control
import Terminal

struct StatusVerb: Verb {
  static let onlyLooks = true
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract:
      "Show the daemon's state; exit 1 if a request is overdue, keeps failing or is quarantined.")

  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let status = try session.call(Status())
    try session.answer(status) {
      StatusText.lines(
        status, instance: session.instance.name, userName: Users.name, on: $0)
    }
    guard status.overdue.isEmpty, status.failing.isEmpty, status.quarantined.isEmpty else {
      throw .negative
    }
  }
}
