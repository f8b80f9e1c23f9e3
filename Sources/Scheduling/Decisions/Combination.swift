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

  package var decision: Decision
  /// Nil under a veto, or where something insists.
  package var sums: Sums?

  package init(_ verdicts: some Sequence<Verdict>) {
    var decision = Decision.canProceed
    var sums = Sums(sum: 0, denominator: 0)
    for verdict in verdicts {
      decision = max(decision, verdict.decision)
      sums.sum += verdict.weight * verdict.score
      sums.denominator += verdict.weight
    }
    self.decision = decision
    self.sums = decision == .canProceed ? sums : nil
  }
}
