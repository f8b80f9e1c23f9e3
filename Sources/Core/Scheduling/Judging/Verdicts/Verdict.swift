/// A policy's answer for one request in one device state.
package struct Verdict: Hashable, Sendable {
  /// The ground of a veto: whose condition is unmet. It decides the effect of the veto on running work.
  package enum Ground: Hashable, Sendable {
    /// The submitter required it.
    case required
    /// The submitter prefers it.
    case preferred
    /// The submitter does not name it: the default of the kind, or a rule of the machine.
    case byDefault
    /// Not of a veto: an operator forces the run.
    case forced
  }

  package var decision: Decision
  package var weight: Double
  /// From 0 to 1.
  package var score: Double
  /// The code of a veto; `nil` if the policy lets the request proceed.
  package var reason: Reason?
  package var ground: Ground

  /// Creates a verdict that lets the request proceed. Its `score`, 0 to 1, counts with `weight` in the combined score.
  package static func proceed(weight: Double, score: Double) -> Verdict {
    Verdict(
      decision: .canProceed, weight: weight, score: score, reason: nil, ground: .byDefault)
  }

  /// Creates a veto that a latest date or an operator may pass.
  package static func hold(_ reason: Reason, _ ground: Ground, weight: Double) -> Verdict {
    Verdict(decision: .mustNotProceed, weight: weight, score: 0, reason: reason, ground: ground)
  }

  /// Creates a veto that no latest date passes.
  ///
  /// - Parameter ground: `required` if the submitter also requires the missing condition: then no verdict that forces
  ///   the run passes it, except an operator's.
  package static func veto(
    _ reason: Reason, _ ground: Ground = .byDefault, weight: Double
  ) -> Verdict {
    Verdict(
      decision: .absolutelyMustNotProceed, weight: weight, score: 0, reason: reason, ground: ground)
  }

  /// Creates a verdict for work that must run despite vetoes. It does not change the combined score.
  package static func force(_ decision: Decision, _ ground: Ground = .byDefault) -> Verdict {
    Verdict(decision: decision, weight: 0, score: 1, reason: nil, ground: ground)
  }

  var forcesRun: Bool { decision == .mustProceed || decision == .absolutelyMustProceed }

  /// Whether a requirement of the request is missing.
  var missesRequirement: Bool { reason != nil && ground == .required }
}
