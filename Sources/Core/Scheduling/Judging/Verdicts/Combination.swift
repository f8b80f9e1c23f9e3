/// The combined verdicts on a request. The strongest decision wins, but only an operator overrides a requirement.
/// For "can proceed", the score is the weighted mean of the policies that apply (evidence: published log lines,
/// reproduced to 5e-7 by `VectorTests`).
package struct Combination: Hashable, Sendable {
  package struct Sums: Hashable, Sendable {
    /// Sum of weight times score.
    package var sum: Double
    /// Sum of weights.
    package var denominator: Double

    package var score: Double { denominator > 0 ? sum / denominator : 0 }
  }

  /// The strongest decision of all verdicts.
  private var strongest = Decision.canProceed
  /// The strongest decision of the verdicts that force the run.
  private var strongestForced = Decision.canProceed
  /// Whether a requirement of the request is missing.
  private var missesRequirement = false
  /// Whether an operator forces the run.
  private var isForced = false
  /// The sums of all verdicts, whatever the decision.
  private var total = Sums(sum: 0, denominator: 0)

  package init(_ verdicts: some Sequence<Verdict>) {
    for verdict in verdicts { add(verdict) }
  }

  /// Adds `verdict` to the strongest decisions and to the weighted sums. The sums include every verdict; a veto adds
  /// its weight with a score of 0.
  mutating func add(_ verdict: Verdict) {
    strongest = max(strongest, verdict.decision)
    if verdict.forcesRun { strongestForced = max(strongestForced, verdict.decision) }
    if verdict.missesRequirement { missesRequirement = true }
    if verdict.ground == .forced { isForced = true }
    total.sum += verdict.weight * verdict.score
    total.denominator += verdict.weight
  }

  /// Returns the combination of the verdicts of both combinations.
  func joined(_ other: Combination) -> Combination {
    var joined = self
    joined.strongest = max(strongest, other.strongest)
    joined.strongestForced = max(strongestForced, other.strongestForced)
    joined.missesRequirement = missesRequirement || other.missesRequirement
    joined.isForced = isForced || other.isForced
    joined.total.sum += other.total.sum
    joined.total.denominator += other.total.denominator
    return joined
  }

  /// The strongest decision; but a missing requirement yields only to an operator's force.
  package var decision: Decision {
    strongest.permits && missesRequirement && !isForced ? .mustNotProceed : strongest
  }

  /// Returns whether `verdict`, one of those combined, is a veto that keeps the request waiting. Verdicts that force
  /// the run override weaker vetoes, but only an operator's force overrides a missing requirement.
  func isHeld(by verdict: Verdict) -> Bool {
    let isVeto = verdict.reason != nil
    guard isVeto, !decision.permits else { return false }
    let isUnmetRequirement = verdict.missesRequirement && !isForced
    return isUnmetRequirement || verdict.decision > strongestForced
  }

  /// The sums; `nil` under a veto, or if a verdict forces the run.
  package var sums: Sums? {
    decision == .canProceed ? total : nil
  }
}
