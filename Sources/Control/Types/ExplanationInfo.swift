/// All that there is to say about why a request runs or waits
package struct ExplanationInfo: Codable, Hashable, Sendable {
  package var id: String
  @OrNull package var app: String?
  package var owner: Int64
  package var kind: String
  /// waiting or running
  package var state: String
  /// Where it runs, how that run stands: launching, running, deferring, frozen, expiring or killed
  @OrNull package var runState: String? = nil
  /// Whether it would start now
  package var run: Bool
  package var decision: String
  /// Score, sum and denominator are null under a veto
  @OrNull package var score: Double?
  @OrNull package var sum: Double?
  @OrNull package var denominator: Double?
  /// Null while there is no forecast
  @OrNull package var threshold: Double?
  @OrNull package var optimal: Optimum?
  @OrNull package var likely: LikelyInfo?
  /// What a run is worth: the chance that the app is opened within the hour; null where nobody asks
  @OrNull package var value: Double?
  /// What it must at least be worth
  @OrNull package var price: Double?
  package var reasons: [String]
  package var causes: [CauseInfo]
  package var policies: [PolicyInfo]
  @OrNull package var next: String?
  /// What a run would get now
  package var budget: Double
  package var grace: Double
  package var stepCount: Int64 = 0
  /// Steps that are completed; the next run begins after them
  package var stepsDone: Int64 = 0
  /// What a run last reported, to begin with next time
  @OrNull package var checkpoint: String? = nil
  /// How much of the work is done, 0 to 1, as a run reported it
  @OrNull package var share: Double? = nil
  package var quarantined: Bool = false
  /// The timer whose place it took, and whether somebody switched it on again
  @OrNull package var timer: String? = nil
  @OrNull package var timerIsOn: Bool? = nil
  /// The task file that declares it
  @OrNull package var file: String? = nil
  package var submitted: String
  @OrNull package var latest: String?
  /// Whether a run of it has ended
  package var hasRun: Bool = false
  /// Failed runs since the last success
  package var failures: Int64
  @OrNull package var lastSuccess: String?
  /// Null where not one request was asked for
  @OrNull package var history: HistoryInfo?

  package init(
    id: String, app: String? = nil, owner: Int64, kind: String, state: String, run: Bool,
    decision: String, score: Double? = nil, sum: Double? = nil, denominator: Double? = nil,
    threshold: Double? = nil, optimal: Optimum? = nil, likely: LikelyInfo? = nil,
    value: Double? = nil, price: Double? = nil, reasons: [String], causes: [CauseInfo],
    policies: [PolicyInfo], next: String? = nil, budget: Double, grace: Double,
    submitted: String, latest: String? = nil, failures: Int64 = 0, lastSuccess: String? = nil,
    history: HistoryInfo? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.kind = kind
    self.state = state
    self.run = run
    self.decision = decision
    self.score = score
    self.sum = sum
    self.denominator = denominator
    self.threshold = threshold
    self.optimal = optimal
    self.likely = likely
    self.value = value
    self.price = price
    self.reasons = reasons
    self.causes = causes
    self.policies = policies
    self.next = next
    self.budget = budget
    self.grace = grace
    self.submitted = submitted
    self.latest = latest
    self.failures = failures
    self.lastSuccess = lastSuccess
    self.history = history
  }
}
