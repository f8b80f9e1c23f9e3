import Scheduling

/// Two values of which the lower must not exceed the upper.
struct PolicyRelation: Sendable {
  let lower: String
  let upper: String
  let holds: @Sendable (Settings) -> Bool

  /// Returns the message that the values of the two keys in `settings` contradict each other.
  func message(_ settings: Settings) -> String {
    let texts = [lower, upper].map { PolicyKey.named[$0]?.text(settings) ?? "" }
    return "\(lower), \(texts[0]), must not be more than \(upper), \(texts[1]); set both"
  }

  static let all: [PolicyRelation] = kinds + tiers + others

  private static let kinds = Kind.allCases.flatMap { kind in
    let name = kind.rawValue
    return [
      atMost("\(name).shortest-budget", "\(name).budget") {
        ($0.rules(of: kind).shortestBudget ?? .zero, $0.rules(of: kind).budget)
      },
      atMost("\(name).budget", "\(name).longest-budget") {
        let rules = $0.rules(of: kind)
        return (rules.budget, rules.longestBudget ?? KindRules.usersLongestBudget)
      },
      atMost("\(name).longest-budget-on-battery", "\(name).longest-budget") {
        let rules = $0.rules(of: kind)
        return (rules.longestBudgetOnBattery, rules.longestBudget ?? KindRules.mostBudget)
      },
      atMost("\(name).grace", "longest-grace") { ($0.rules(of: kind).grace, $0.longestGrace) },
    ]
  }

  private static let tiers = Tier.allCases.filter { $0 != .never }.map { tier in
    atMost("quotas.\(tier.rawValue).allowed", "quotas.\(tier.rawValue).window") {
      let limits = $0.quotas.limits(of: tier)
      return (limits?.allowed ?? .zero, limits?.window ?? .zero)
    }
  }

  private static let others = [
    atMost("relaxed-idle-share", "relaxed-end-share") { ($0.relaxedIdleShare, $0.relaxedEndShare) },
    atMost("shortest-backoff", "first-backoff") { ($0.shortestBackoff, $0.firstBackoff) },
    atMost("first-backoff", "longest-backoff") { ($0.firstBackoff, $0.longestBackoff) },
    atMost("longest-grace", "longest-unit-grace") { ($0.longestGrace, $0.longestUnitGrace) },
    atMost("quotas.daily-cap", "quotas.day") { ($0.quotas.dailyCap, $0.quotas.day) },
    atMost("quotas.working-gap", "quotas.frequent-gap") {
      ($0.quotas.workingGap, $0.quotas.frequentGap)
    },
    atMost("quotas.soonest-unused", "quotas.latest-unused") {
      ($0.quotas.soonestUnused, $0.quotas.latestUnused)
    },
  ]

  /// Makes the relation between two keys. `values` returns the values of the lower and of the upper key.
  private static func atMost<Value: Comparable & SendableMetatype>(
    _ lower: String, _ upper: String, _ values: @escaping @Sendable (Settings) -> (Value, Value)
  ) -> PolicyRelation {
    PolicyRelation(lower: lower, upper: upper) { settings in
      let (lowerValue, upperValue) = values(settings)
      return lowerValue <= upperValue
    }
  }
}
