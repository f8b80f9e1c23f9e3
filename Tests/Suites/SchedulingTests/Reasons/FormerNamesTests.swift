import Testing

@testable import Scheduling

/// Renamed codes can be read by their former names.
struct FormerNamesTests {
  @Test func aFormerCodeIsReadAsThePresentOne() {
    for (former, present) in FormerNames.reasons {
      #expect(Reason(rawValue: former) == nil)
      #expect(StopReason(kept: former) == .gate(present))
      #expect(FormerNames.decision("refuse: held id \(former)") == "refuse: held id \(present)")
    }
  }

  @Test func everythingElseStaysAsItIs() {
    #expect(FormerNames.code("power") == "power")
    #expect(
      FormerNames.decision("warn run 1 of 1000/herd: power") == "warn run 1 of 1000/herd: power")
    #expect(FormerNames.policyKey("boot-delay") == nil)
  }

  /// A former key that was used for something else would be refused in every policy file.
  @Test func noFormerKeyIsAPresentOne() {
    for former in FormerNames.allPolicyKeys {
      let present = FormerNames.policyKey(former) ?? former
      #expect(FormerNames.policyKey(present) == nil, "\(former)")
    }
  }
}
