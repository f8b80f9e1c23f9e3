/// One reason to run or not.
package protocol Policy: Sendable {
  /// As it is shown; the names follow Apple's logs where Apple has the policy.
  var name: String { get }

  /// Whether the answer depends on the request's app or group. Where it does not, it depends on
  /// nothing but the device, the gate profile of the request and what an operator insists on.
  var concernsApp: Bool { get }

  /// The fields of the device that the answer depends on: a change of others leaves it as it is.
  var reads: DeviceFields { get }

  /// The answer for `candidate`; nil where the policy does not apply, and then it counts neither in
  /// the sum nor in the denominator.
  func verdict(on candidate: Candidate) -> Verdict?

  /// Why `verdict`, in words. Apart from `verdict(on:)`, because decisions are made far more often
  /// than they are read.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String

  /// When time alone takes back `verdict`, a veto of a policy that concerns the app; nil where it
  /// does not.
  func lifts(_ verdict: Verdict, on candidate: Candidate) -> WallTime?
}

extension Policy {
  package var concernsApp: Bool { false }

  package func lifts(_ verdict: Verdict, on candidate: Candidate) -> WallTime? { nil }
}

/// The policies, in the order in which they are shown.
package enum Policies {
  package static let all: [any Policy] = [
    DeadlinePolicy(), ForcedRunPolicy(), ApplicationPolicy(), BackgroundRefreshPolicy(),
    DeviceActivityPolicy(),
    ChargerPolicy(), NetworkPolicy(), ThermalPolicy(), CPUUsagePolicy(), MemoryPressurePolicy(),
    BatteryLevelPolicy(), LowPowerModePolicy(), BootDelayPolicy(), SleepPolicy(),
    ScreenPolicy(),
    PathPolicy(), StoragePolicy(), FileProtectionPolicy(), SpacingPolicy(),
    ActivityRateLimitPolicy(),
    ActivityGroupPolicy(), QuotaPolicy(), ReliabilityPolicy(), EnergyPolicy(),
  ]

  /// Places in `all`, rising.
  typealias Places = [Int]

  /// Those that see the app and the group.
  static let ofApp = all.indices.filter { all[$0].concernsApp }
  /// Those that see only the device, the gate profile and what an operator insists on.
  static let ofDevice = all.indices.filter { !all[$0].concernsApp }

  /// Those of `ofDevice` that read one of `fields`.
  static func ofDevice(reading fields: DeviceFields) -> Places {
    ofDevice.filter { !all[$0].reads.isDisjoint(with: fields) }
  }

  /// What those of `ofApp` come to for `candidate`.
  static func combination(ofApp candidate: Candidate) -> Combination {
    var combination = Combination([])
    for place in ofApp {
      if let verdict = all[place].verdict(on: candidate) { combination.add(verdict) }
    }
    return combination
  }

  /// What all of them say of `candidate`.
  static func verdicts(on candidate: Candidate) -> [Verdict] {
    all.compactMap { $0.verdict(on: candidate) }
  }
}
