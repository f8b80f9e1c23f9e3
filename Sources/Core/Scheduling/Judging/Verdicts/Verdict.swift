/// One policy's answer for one request in one device state.
package struct Verdict: Hashable, Sendable {
  /// On whose behalf a veto holds, which decides what it means for work that runs already.
  package enum Ground: Hashable, Sendable {
    /// The submitter required it.
    case required
    /// The submitter prefers it.
    case preferred
    /// The kind's default, or the machine's own.
    case standing
    /// Not a veto's: an operator forces the run.
    case forced
  }

  package var decision: Decision
  package var weight: Double
  /// 0 to 1.
  package var score: Double
  /// The code of a veto; nil where the policy lets the request proceed.
  package var reason: Reason?
  package var ground: Ground

  package static func proceed(weight: Double, score: Double) -> Verdict {
    Verdict(
      decision: .canProceed, weight: weight, score: score, reason: nil, ground: .standing)
  }

  /// A veto that a latest date or an operator may pass.
  package static func hold(_ reason: Reason, _ ground: Ground, weight: Double) -> Verdict {
    Verdict(decision: .mustNotProceed, weight: weight, score: 0, reason: reason, ground: ground)
  }

  /// A veto that no latest date passes.
  ///
  /// - Parameter ground: `required` where the submitter requires what is missing, too: then nothing
  ///   that insists passes it either.
  package static func veto(
    _ reason: Reason, _ ground: Ground = .standing, weight: Double
  ) -> Verdict {
    Verdict(
      decision: .absolutelyMustNotProceed, weight: weight, score: 0, reason: reason, ground: ground)
  }

  /// Work that is wanted in spite of what speaks against it.
  package static func insist(_ decision: Decision, _ ground: Ground = .standing) -> Verdict {
    Verdict(decision: decision, weight: 0, score: 1, reason: nil, ground: ground)
  }

  var insists: Bool { decision == .mustProceed || decision == .absolutelyMustProceed }

  /// Whether something that the request requires is missing.
  var isMissing: Bool { reason != nil && ground == .required }
}
