/// The end of a request's last run, to explain why the request waits now.
package struct LastEnd: Hashable, Codable, Sendable {
  package var outcome: Outcome
  package var stopReason: StopReason?

  package init(_ outcome: Outcome, _ stopReason: StopReason?) {
    self.outcome = outcome
    self.stopReason = stopReason
  }

  /// The reason why the request is held back for a while after it.
  var text: String { "\(happened) and will be retried" }

  /// The end as a clause such as `it failed`.
  package var happened: String {
    switch outcome {
    case .failed: "it failed"
    case .crashed: "it crashed"
    case .outOfMemory: "it ran out of memory"
    case .launchFailed: "it could not be started"
    case .launchTimeout: "it started too slowly"
    case .retryLater: "it asked to run later"
    case .expired, .killed, .interrupted: stopClause
    case .completed: "it completed"
    case .cancelled: "it was cancelled"
    case .deferred, .skipped: "it has run"
    }
  }

  /// The clause for a run that expired, was killed or was interrupted, by its stop reason.
  private var stopClause: String {
    switch stopReason {
    case let reason? where reason.isByHand:
      "it was stopped by hand" + (reason.message.map { " (\($0))" } ?? "")
    case .budgetByHand? where outcome == .expired:
      "it stopped when its time was ended by hand"
    case .budgetByHand?: "it was killed after its time was ended by hand"
    case .interrupted?: "it was interrupted"
    case .stoppedExternally?: "it was stopped from outside"
    case .notReady?: "it was not ready in time"
    case .stalled?: "it reported no progress"
    case .budget? where outcome == .expired: "it stopped in time at the end of its budget"
    case .stepLimit? where outcome == .expired:
      "it stopped in time at its step limit"
    case .budget?: "it was killed for exceeding its budget"
    case .stepLimit?: "it was killed for exceeding its step limit"
    default: "it was stopped"
    }
  }
}
