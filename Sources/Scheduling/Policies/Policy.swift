/// One reason to run or not.
package protocol Policy: Sendable {
  /// As it is shown; the names follow Apple's logs where Apple has the policy.
  var name: String { get }

  /// The answer for `candidate`; nil where the policy does not apply, and then it counts neither in
  /// the sum nor in the denominator.
  func verdict(on candidate: Candidate) -> Verdict?

  /// Why `verdict`, in words. Apart from `verdict(on:)`, because decisions are made far more often
  /// than they are read.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String
}

/// The policies, in the order in which they are shown.
package enum Policies {
  package static let all: [any Policy] = [
    DeadlinePolicy(), InsistencePolicy(), ApplicationPolicy(), DeviceActivityPolicy(),
    ChargerPolicy(), NetworkPolicy(), ThermalPolicy(), CPUUsagePolicy(), MemoryPressurePolicy(),
    BatteryLevelPolicy(), LowPowerModePolicy(), ThunderingHerdPolicy(), ScreenPolicy(),
    StoragePolicy(), FileProtectionPolicy(),
  ]
}
