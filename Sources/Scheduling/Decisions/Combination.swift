/// All verdicts on a request, combined: the strongest decision wins; where that is "can proceed",
/// the score is the weighted mean of the policies that apply (evidence: published log lines,
/// reproduced to 5e-7 by `VectorTests`).
package struct Combination: Hashable, Sendable {
  package struct Sums: Hashable, Sendable {
    /// Sum of weight times score.
    package var sum: Double
    /// Sum of weights.
    package var denominator: Double

    package var score: Double { denominator > 0 ? sum / denominator : 0 }
  }

  package private(set) var decision = Decision.canProceed
  /// Whether something insists as far as a veto lets it.
  private var isInsisted = false
  /// The sums of all verdicts, whatever the decision.
  private var total = Sums(sum: 0, denominator: 0)

  package init(_ verdicts: some Sequence<Verdict>) {
    for verdict in verdicts { add(verdict) }
  }

  mutating func add(_ verdict: Verdict) {
    decision = max(decision, verdict.decision)
    if verdict.decision == .mustProceed { isInsisted = true }
    total.sum += verdict.weight * verdict.score
    total.denominator += verdict.weight
  }

  /// Whether `verdict`, one of those combined, keeps the request waiting: under something that
  /// insists, only what is stronger does.
  func isHeld(by verdict: Verdict) -> Bool {
    verdict.reason != nil && !decision.permits
      && (!isInsisted || verdict.decision == .absolutelyMustNotProceed)
  }

  /// Nil under a veto, or where something insists.
  package var sums: Sums? {
    decision == .canProceed ? total : nil
  }
}
