import Scheduling

/// One task of a story.
package struct StoryTask: Sendable {
  /// A time in which it waited for the same reasons.
  package struct Wait: Sendable {
    package var range: Range<WallTime>
    /// None where it could have run and its turn had not come.
    package var reasons: [Reason]

    package init(_ range: Range<WallTime>, _ reasons: [Reason]) {
      self.range = range
      self.reasons = reasons
    }
  }

  /// The app's place in the story's `apps`; nil for work that stands for itself.
  package var app: Int?
  package var id: String
  package var kind: Kind
  /// In the order of time; they do not overlap.
  package var waits: [Wait] = []
  /// In the order of time; they do not overlap.
  package var runs: [StoryRun] = []

  package init(app: Int?, id: String, kind: Kind) {
    self.app = app
    self.id = id
    self.kind = kind
  }
}

/// One run of a task.
package struct StoryRun: Sendable {
  package var run: RunID
  package var range: Range<WallTime>
  package var outcome: Outcome
  package var stopReason: StopReason?
  package var wasKilled = false
  package var budget: Duration?
  package var cpu: Duration?
  /// Work that will not be done again, and work that was done in vain.
  package var saved = Duration.zero
  package var lost = Duration.zero
  /// How long the device was so while it ran.
  package var onBattery = Duration.zero
  package var onCellular = Duration.zero
  package var inUse = Duration.zero
  /// Why it was started; nil where that was not kept.
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
  /// Nil under a decision that passes the scores.
  package var sums: Combination.Sums?
  /// What the score had to be above; nil where any permitted moment was taken.
  package var threshold: Double?
  /// What a refresh was worth, and had to be; nil for what nobody prices.
  package var worth: Double?
  package var price: Double?
  package var rows: [Explanation.Row]

  package init(decision: Decision, rows: [Explanation.Row]) {
    self.decision = decision
    self.rows = rows
  }

  package init(_ explanation: Explanation) {
    self.init(decision: explanation.decision, rows: explanation.rows)
    sums = explanation.sums
    threshold = explanation.requestForecast?.threshold
    worth = explanation.offer?.worth
    price = explanation.offer?.price
  }
}
