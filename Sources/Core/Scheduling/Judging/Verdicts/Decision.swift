/// The answer of a policy, or of all policies together. The strongest wins; published log lines prove the order,
/// except for the place of `mustProceed`.
package enum Decision: String, CaseIterable, Codable, Comparable, Sendable {
  case canProceed
  case mustNotProceed
  case mustProceed
  case absolutelyMustNotProceed
  case absolutelyMustProceed

  /// Strength from 0, the weakest, to 4.
  var strength: Int {
    switch self {
    case .canProceed: 0
    case .mustNotProceed: 1
    case .mustProceed: 2
    case .absolutelyMustNotProceed: 3
    case .absolutelyMustProceed: 4
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.strength < right.strength
  }

  /// Whether work may start under this decision.
  package var permits: Bool {
    switch self {
    case .canProceed, .mustProceed, .absolutelyMustProceed: true
    case .mustNotProceed, .absolutelyMustNotProceed: false
    }
  }
}
