import Files
import Scheduling

/// The sources of the usual slots of each class of kinds.
struct SlotSources {
  enum Source: String {
    /// An administrator set the number while the daemon runs.
    case set
    case policy
    /// The number follows from the processors and the memory of the machine.
    case machine
    case `default`
  }

  /// The size of the machine; `nil` if no number follows from it.
  let machine: MachineSize?
  private let keys: Set<String>

  init(_ policy: PolicyInForce) {
    (machine, keys) = (policy.machine, policy.keys)
  }

  /// The source of the number that applies to `kinds` if none is set.
  subscript(kinds: KindRules.ConcurrencyClass) -> Source {
    if keys.contains(kinds.policyKey) { return .policy }
    switch kinds {
    case .processing, .maintenance: return machine == nil ? .default : .machine
    case .app, .utility, .userInitiated: return .default
    }
  }
}
