/// Report of a failure or of a missed latest date, for the unit, the command and the owner of the request.
package struct FailureReport: Hashable, Sendable {
  package var key: RequestKey
  /// The failed run, with its ending, or the record of a skipped window; `nil` if a request is overdue and still
  /// waits.
  package var run: Run?
  /// The last run that wrote output; `nil` if none is known.
  package var lastRun: RunID?
  /// Failed runs in this window.
  package var attempts: Int
  /// Whether the request is not retried.
  package var isFinal: Bool
  /// The missed latest date; `nil` if a run has failed.
  package var missed: WallTime?
  /// Further text for people.
  package var message: String?

  package init(run: Run, lastRun: RunID, attempts: Int, isFinal: Bool) {
    key = run.key
    self.run = run
    self.lastRun = lastRun
    self.attempts = attempts
    self.isFinal = isFinal
    message = run.ending?.message
  }

  /// Creates the report of a latest date that has passed while `request` waits.
  ///
  /// - Parameter causes: The reasons for the wait.
  init(overdue request: Request, lastRun: RunID?, heldBy causes: [String]) {
    key = request.key
    self.lastRun = lastRun
    attempts = request.progress.attempts
    isFinal = false
    missed = request.window.latest
    let why = causes.isEmpty ? "" : "; it waits: \(causes.joined(separator: "; "))"
    message = Self.missedDateText(of: request) + why
  }

  /// Creates the report of a skipped window of `request`, which `run` records.
  init(skip run: Run, of request: Request, lastRun: RunID?) {
    key = request.key
    self.run = run
    self.lastRun = lastRun
    attempts = request.progress.attempts
    isFinal = true
    missed = request.window.latest
    message = Self.missedDateText(of: request) + "; it was skipped"
  }

  /// Returns the message that the latest date of `request` has passed, with the date if there is one.
  private static func missedDateText(of request: Request) -> String {
    "not done by its latest date"
      + (request.window.latest.map { ", \(UniversalTime.text($0))" } ?? "")
  }
}
