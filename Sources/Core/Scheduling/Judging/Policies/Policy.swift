/// A reason for or against a run. Policies have no state: one type each.
package protocol Policy: Sendable {
  init()

  /// The displayed name; names follow Apple's logs if Apple has the policy.
  var name: String { get }

  /// Whether the answer depends on the request's app or group. Otherwise it depends only on the device, the gate
  /// profile of the request and an operator's force level.
  var concernsApp: Bool { get }

  /// Whether its vetoes hold only starts, and it forces no run. The check of present runs leaves it out.
  var holdsOnlyStarts: Bool { get }

  /// The fields of the device on which the answer depends.
  var reads: DeviceFields { get }

  /// Returns the answer for `candidate`; `nil` if the policy does not apply, which then counts neither in the sum nor
  /// in the denominator.
  func verdict(on candidate: Candidate) -> Verdict?

  /// Returns the same answer. A requirement, so that each policy has its own code for it.
  static func verdict(on candidate: Candidate) -> Verdict?

  /// Returns the reason for `verdict` in words. Separate from `verdict(on:)`, because far more
  /// decisions are made than rationales are read.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String

  /// Returns the state behind a veto in words; `nil` if it is the usual one of the reason.
  func state(behind verdict: Verdict, on candidate: Candidate) -> String?

  /// Returns when time lifts `verdict`, a veto of a policy that concerns the app; `nil` if time does not.
  func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime?

  /// Returns the same time, as for `verdict`.
  static func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime?
}

extension Policy {
  package static func verdict(on candidate: Candidate) -> Verdict? { Self().verdict(on: candidate) }

  package var concernsApp: Bool { false }

  package var holdsOnlyStarts: Bool { false }

  package func state(behind verdict: Verdict, on candidate: Candidate) -> String? { nil }

  package func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime? { nil }

  package static func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime? {
    Self().liftTime(of: verdict, on: candidate)
  }
}

/// The policies, in the order of their rows in an explanation.
package enum Policies {
  package static let all: [any Policy] = types.map { $0.init() }

  /// The types of `all`. Their verdicts take less time: an element of `all` is copied for each call.
  static let types: [any Policy.Type] = [
    DeadlinePolicy.self, ForcedRunPolicy.self, ApplicationPolicy.self, BackgroundRefreshPolicy.self,
    DeviceActivityPolicy.self,
    ChargerPolicy.self, NetworkPolicy.self, ThermalPolicy.self, CPUUsagePolicy.self,
    MemoryPressurePolicy.self,
    BatteryLevelPolicy.self, LowPowerModePolicy.self, BootDelayPolicy.self, SleepPolicy.self,
    ScreenPolicy.self,
    PathPolicy.self, NetworkNamePolicy.self, StoragePolicy.self, FileProtectionPolicy.self,
    SpacingPolicy.self, ActivityRateLimitPolicy.self,
    ActivityGroupPolicy.self, QuotaPolicy.self, ReliabilityPolicy.self, EnergyPolicy.self,
  ]

  /// Places in `all` and in `types`, rising.
  typealias Places = [Int]

  /// The policies that read the app and the group.
  static let ofApp = all.indices.filter { all[$0].concernsApp }
  /// The policies that read only the device, the gate profile and an operator's force level.
  static let ofDevice = all.indices.filter { !all[$0].concernsApp }

  /// The policies that can hold a present run.
  static let ofRuns = all.indices.filter { !all[$0].holdsOnlyStarts }

  /// The fields that each of `ofDevice` reads.
  private static let fieldsOfDevice = ofDevice.map { (place: $0, fields: all[$0].reads) }

  /// Returns the policies of `ofDevice` that read one of `fields`.
  static func ofDevice(reading fields: DeviceFields) -> Places {
    var places: Places = []
    places.reserveCapacity(fieldsOfDevice.count)
    for policy in fieldsOfDevice where !policy.fields.isDisjoint(with: fields) {
      places.append(policy.place)
    }
    return places
  }

  /// Returns the verdicts of the policies `ofApp` on `candidate`, combined. Policies that do not apply are left out.
  static func combination(ofApp candidate: Candidate) -> Combination {
    var combination = Combination([])
    for place in ofApp {
      if let verdict = types[place].verdict(on: candidate) { combination.add(verdict) }
    }
    return combination
  }

  /// Returns the verdicts of `policies` on `candidate`.
  static func verdicts(
    on candidate: Candidate, of policies: Places = Array(all.indices)
  ) -> [Verdict] {
    var verdicts: [Verdict] = []
    verdicts.reserveCapacity(policies.count)
    for place in policies {
      if let verdict = types[place].verdict(on: candidate) { verdicts.append(verdict) }
    }
    return verdicts
  }
}
