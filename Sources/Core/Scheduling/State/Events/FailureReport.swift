/// What the command hears that a request names for its failures, and for latest dates that it misses.
package struct FailureReport: Hashable, Sendable {
  package var key: RequestKey
  /// The run that failed, with its ending, or the record of a window that was skipped; `nil` if a request is overdue
  /// and still waits.
  package var run: Run?
  /// The run that wrote something last; `nil` if none is known.
  package var lastRun: RunID?
  /// Failed runs in this window.
  package var attempts: Int
  /// Whether nobody tries it again.
  package var isFinal: Bool
  /// The latest date that was missed; `nil` if a run has failed.
  package var missed: WallTime?
  /// What else there is to say, for people.
  package var message: String?
  /// The line for the shell that is run; `nil` if none is.
  package var command: String?

  package init(run: Run, lastRun: RunID, attempts: Int, isFinal: Bool) {
    (key, self.run, self.lastRun) = (run.key, run, lastRun)
    (self.attempts, self.isFinal) = (attempts, isFinal)
    message = run.ending?.message
  }

  /// The report of a latest date that has passed while `request` waits.
  ///
  /// - Parameter causes: Why it waits.
  init(overdue request: Request, lastRun: RunID?, heldBy causes: [String]) {
    (key, run, self.lastRun) = (request.key, nil, lastRun)
    (attempts, isFinal, missed) = (request.progress.attempts, false, request.window.latest)
    let why = causes.isEmpty ? "" : "; it waits: \(causes.joined(separator: "; "))"
    message = Self.text(of: request) + why
  }

  /// The report of a window of `request` that was skipped, which `run` records.
  init(skip run: Run, of request: Request, lastRun: RunID?) {
    (key, self.run, self.lastRun) = (request.key, run, lastRun)
    (attempts, isFinal, missed) = (request.progress.attempts, true, request.window.latest)
    message = Self.text(of: request) + "; it was skipped"
  }

  private static func text(of request: Request) -> String {
    "not done by its latest date"
      + (request.window.latest.map { ", \(UniversalTime.text($0))" } ?? "")
  }
}
