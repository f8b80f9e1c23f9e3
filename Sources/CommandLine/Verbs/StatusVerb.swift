import ArgumentParser
import Control
import Terminal

struct StatusVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract:
      "Show the daemon's state; exit 1 if it is not written, a file has an error, or a request is overdue or has failed.",
    discussion: """
      A permanently failed request is listed until `rubatoctl acknowledge` or `rubatoctl retry`. \
      A request is listed as failing if three of its runs in a row have failed; a repeating one also if all tries in \
      its last window have failed. Other requests that are retried are listed as retrying, and do not cause exit 1.

      \(ExitCodes.paragraph("also 1 if the state cannot be written, if the policy file or a task file has an error, or if a request is listed that needs attention."))
      """)

  @OptionGroup var connection: ConnectionOptions

  /// Prints the status. Throws `.negative`, for exit code 1, if the state cannot be written, or if a file or a request
  /// needs attention.
  func perform(_ session: Session) throws(Failure) {
    let status = try session.call(Status())
    let isStopped = if status.simulated { try session.hasStoppedClock() } else { false }
    try session.printAnswer(status) {
      StatusText.lines(
        status, instance: session.instance.name, isStopped: isStopped, userName: Users.name, on: $0)
    }
    let troubles = [
      status.overdue, status.skipped ?? [], status.failed, status.failing, status.quarantined,
      status.invalidFiles,
    ]
    guard troubles.allSatisfy(\.isEmpty), status.storeError == nil else { throw .negative }
  }
}
