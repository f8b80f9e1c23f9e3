import Testing

@testable import Scheduling

/// The table of reasons must match the policies.
struct ReasonTraitsTests {
  /// Reasons that no policy returns: they come from the request itself, other runs, and the forecast.
  private static let others: Set<Reason> = [
    .earliest, .backoff, .quarantined, .running, .concurrencyLimit, .condition, .betterMoment,
    .unstableConditions, .unchanged, .dependency, .paused, .quiet,
  ]

  @Test func vetoesAreAsStrongAsTheTableSays() {
    var random = SeededGenerator(seed: 11)
    var seen: [Reason: Set<Decision>] = [:]
    for number in 0..<3000 {
      let state = RandomState(Kind.allCases[number % Kind.allCases.count], &random)
      let rows = state.scheduler().explain(state.request.key, at: state.now)?.rows ?? []
      for verdict in rows.map(\.verdict) {
        if let reason = verdict.reason { seen[reason, default: []].insert(verdict.decision) }
      }
    }
    for reason in Reason.allCases {
      let expected: Set<Decision> =
        switch reason.traits.strength {
        case .none: []
        case .relative: [.mustNotProceed]
        case .absolute: [.absolutelyMustNotProceed]
        case .byDegree: [.mustNotProceed, .absolutelyMustNotProceed]
        }
      #expect((seen[reason] ?? []).isSubset(of: expected), "\(reason)")
      #expect((reason.traits.strength == .none) == Self.others.contains(reason), "\(reason)")
    }
    let unseen = Set(Reason.allCases).subtracting(Self.others).subtracting(seen.keys)
    // These states have no observers: see `AppObserverTests`.
    #expect(unseen.isSubset(of: [.sleep, .path, .networkName, .notAllowed]), "\(unseen)")
  }

  @Test func everyConditionIsNamedByAReasonAndEveryFieldIsOne() {
    let named = Reason.allCases.reduce(into: Conditions()) { $0.formUnion($1.traits.conditions) }
    #expect(Conditions.named.allSatisfy { named.contains($0.condition) })
    let fields = Reason.allCases.compactMap(\.traits.field?.text)
    #expect(Set(fields).isSubset(of: DeviceKey.names))
  }
}
