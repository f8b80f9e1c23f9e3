/// Everything that there is to say about why a request runs or waits.
package struct Explanation: Sendable {
  package enum State: String, Codable, Sendable {
    case waiting, running
  }

  /// One policy's row.
  package struct Row: Sendable {
    package var policy: String
    package var verdict: Verdict
    package var rationale: String
  }

  /// Why it waits, and since when where that is known.
  package struct Cause: Sendable {
    package var reason: Reason
    /// One clause for people, such as "on battery": for the owner of the request, who is told of others
    /// that they have runs, and no more.
    package var text: String
    /// The same for whoever may see everybody's requests; nil where it is the same.
    package var fullText: String? = nil
    package var since: WallTime?
  }

  /// What is foreseen for a request.
  package struct RequestForecast: Sendable {
    /// The score must be above it; nil where any permitted moment is taken.
    package var threshold: Double?
    /// The best moment predicted in the rest of the window.
    package var optimal: (score: Double, at: WallTime)?
    /// When it is more likely than not to run.
    package var likely: Range<WallTime>?
    /// What keeps it waiting although the device permits it.
    var hold: GateThresholds.Hold?
  }

  package var request: Request
  package var state: State
  /// The live run of the request's key, if there is one.
  package var live: Run?
  /// How its own run stands, where it runs.
  package var phase: Run.Phase?
  /// What somebody has paused it by.
  package var pause: Pause?
  /// Whether it would start now.
  package var runsNow: Bool
  package var decision: Decision
  /// Nil under a veto.
  package var sums: Combination.Sums?
  package var causes: [Cause]
  /// What does not hold it and will spoil its run, or puts it off.
  package var warnings: [Warning]
  package var rows: [Row]
  /// The earliest moment at which it may run, as far as time has it; nil where it waits for the device.
  package var next: WallTime?
  /// The first latest date that has passed since its last success; `nil` if none has, it runs for that, or its owner has
  /// acknowledged it.
  package var overdueSince: WallTime?
  /// The share of its window, or of its lifetime where it has no latest date, that has passed.
  package var progress: Double
  /// The budget and grace that a run would get now.
  package var budget: Duration
  package var grace: Duration
  /// The delay before its first retry.
  package var backoffDelay: Duration
  /// What the forecast says; nil without one.
  package var requestForecast: RequestForecast?
  /// What a refresh is worth; nil for what nobody prices.
  package var offer: RefreshValuation?

  package var reasons: [Reason] { causes.map(\.reason) }
  package var run: RunID? { live?.id }

  /// The causes in the order in which they are told: first what only the user of its app can end, which neither time
  /// nor the device does.
  package var toldCauses: [Cause] {
    let ofApp = causes.filter { $0.reason.traits.end == .app }
    return ofApp + causes.filter { $0.reason.traits.end != .app }
  }
}
