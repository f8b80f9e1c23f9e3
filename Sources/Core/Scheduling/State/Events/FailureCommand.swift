/// A command that reports a failure or a missed latest date, or the start of a service in its place. The store keeps it
/// from the commit of its cause until it has been started, so that the end of a daemon loses no report.
package struct FailureCommand: Hashable, Sendable {
  /// The number under which the store keeps it; 0 before the step of the report has given it one.
  package var number: Int64
  /// The number of daemons that have found it in the store. A command that ends its daemon before the commit of its
  /// start would otherwise run without an end.
  package var restarts = 0
  /// The request that it reports.
  package var key: RequestKey
  /// The command line for the shell.
  package var line: String
  /// The systemd service that is started in place of the command line; `nil` for a command.
  package var unit: String?
  /// The environment of the request's own command, at the time of the report.
  package var environment: [String: String] = [:]
  /// The file mode creation mask of the request's own command.
  package var umask = Command.usualUmask
  /// The end of the failed run, or the record of a skipped window; `nil` if the request is overdue and still waits.
  package var end: GivenUp?
  /// The last run that wrote output; `nil` if none is known.
  package var lastRun: RunID?
  /// Failed runs in the window.
  package var attempts = 0
  /// Whether the request is not retried.
  package var isFinal = false
  /// The missed latest date; `nil` if a run has failed.
  package var missed: WallTime?
  /// Further text for people.
  package var message: String?

  package init(number: Int64, key: RequestKey, line: String) {
    (self.number, self.key, self.line) = (number, key, line)
  }

  /// Creates the command that runs `line` because of `report`, with the environment of `request`. It has no number yet.
  init(_ line: String, for report: FailureReport, of request: Request) {
    self.init(number: 0, key: request.key, line: line)
    environment = request.terms.command.environment
    umask = request.terms.command.umask
    note(report)
  }

  /// Creates the start of the service `unit` because of `report`. It has no number yet. An older daemon that finds it
  /// in the store runs its command line instead, which does nothing.
  init(startOf unit: String, for report: FailureReport) {
    self.init(number: 0, key: report.key, line: ":")
    self.unit = unit
    note(report)
  }

  private mutating func note(_ report: FailureReport) {
    end = report.run.flatMap { GivenUp($0) }
    lastRun = report.lastRun
    attempts = report.attempts
    isFinal = report.isFinal
    missed = report.missed
    message = report.message
  }
}
