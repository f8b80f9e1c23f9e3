import Scheduling

/// A task of a story.
package struct StoryTask: Sendable {
  /// A time in which it waited for unchanged reasons.
  package struct Wait: Sendable {
    package var range: Range<WallTime>
    /// The reasons; empty if it could have run and waited for its turn.
    package var reasons: [Reason]

    package init(_ range: Range<WallTime>, _ reasons: [Reason]) {
      self.range = range
      self.reasons = reasons
    }
  }

  /// The app's place in the story's `apps`; `nil` if the work belongs to no app.
  package var app: Int?
  package var id: String
  package var kind: Kind
  /// The waits in the order of time, without overlaps.
  package var waits: [Wait] = []
  /// The runs in the order of time, without overlaps.
  package var runs: [StoryRun] = []

  package init(app: Int?, id: String, kind: Kind) {
    self.app = app
    self.id = id
    self.kind = kind
  }
}

/// A run of a task.
package struct StoryRun: Sendable {
  package var run: RunID
  package var range: Range<WallTime>
  package var outcome: Outcome
  package var stopReason: StopReason?
  package var wasKilled = false
  package var budget: Duration?
  package var cpu: Duration?
  /// The work that will not be repeated, and the work done in vain.
  package var saved = Duration.zero
  package var lost = Duration.zero
  /// The part of the run in each of these states of the device.
  package var onBattery = Duration.zero
  package var onCellular = Duration.zero
  package var inUse = Duration.zero
  /// The decision that started it; `nil` if it was not kept.
  package var decision: StoryDecision?

  package init(
    run: RunID, range: Range<WallTime>, outcome: Outcome, stopReason: StopReason? = nil
  ) {
    self.run = run
    self.range = range
    self.outcome = outcome
    self.stopReason = stopReason
  }
}

/// The decision that started a run.
package struct StoryDecision: Sendable {
  package var decision: Decision
  /// The sums of the scores; `nil` if the decision passes the scores.
  package var sums: Combination.Sums?
  /// The score to exceed; `nil` if any permitted moment was taken.
  package var threshold: Double?
  /// The worth of a refresh, and its price; `nil` for kinds without a price.
  package var worth: Double?
  package var price: Double?
  package var rows: [Explanation.Row]

  package init(decision: Decision, rows: [Explanation.Row]) {
    self.decision = decision
    self.rows = rows
  }

  /// Creates the decision from the explanation that the scheduler gave for a start.
  package init(_ explanation: Explanation) {
    self.init(decision: explanation.decision, rows: explanation.rows)
    sums = explanation.sums
    threshold = explanation.requestForecast?.threshold
    worth = explanation.valuation?.worth
    price = explanation.valuation?.price
  }
}
