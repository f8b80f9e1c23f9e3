/// Prefers a fuller battery. Published log lines prove the formula and its base; the floor is another,
/// documented number. The rule that nothing starts below 5 % on battery is our own.
struct BatteryLevelPolicy: Policy {
  let name = "Battery Level"
  let reads: DeviceFields = .pluggedIn
  private let weight = 1.0

  /// Returns an absolute veto if the device runs on a nearly empty battery, a hold if the level is too low for the
  /// request or its kind, and otherwise a score. `nil` if the level is unknown.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let level = candidate.raw.battery else { return nil }
    if candidate.raw.isOnBattery && level < candidate.settings.emptyBattery {
      return .veto(
        .battery, candidate.ground(ofUnmet: .batteryNotLow) ?? .byDefault, weight: weight)
    }
    if let ground = ground(at: level, candidate) {
      return .hold(.battery, ground, weight: weight)
    }
    return .proceed(weight: weight, score: score(at: level, candidate))
  }

  /// Returns the ground of a hold at `level` percent: a condition of the request if the battery is low, or the floor of
  /// its kind; `nil` if neither holds it.
  private func ground(at level: Int, _ candidate: Candidate) -> Verdict.Ground? {
    let isLow = level <= candidate.settings.lowBattery
    if isLow,
      let ground = candidate.ground(ofUnmet: .batteryNotLow)
    {
      return ground
    }
    guard let floor = candidate.rules.batteryFloor, level < floor, !candidate.isRelaxed else {
      return nil
    }
    // Some kinds also wait while the battery charges from below the floor.
    return candidate.rules.floorHoldsPluggedIn || !candidate.isPluggedIn ? .byDefault : nil
  }

  /// Returns clamp(((level - base) / (100 - base))^p * (plugged in ? 1.2 : 1), 0, 1), its share not below 0.
  private func score(at level: Int, _ candidate: Candidate) -> Double {
    let base = candidate.rules.batteryScoreBase
    let share = Double(max(0, level - base)) / Double(max(1, 100 - base))
    let factor = candidate.raw.isOnBattery ? 1 : candidate.settings.pluggedInFactor
    return min(1, power(share, candidate.settings.batteryExponent) * factor)
  }

  /// Returns the level, and for a veto the limit that it is below: the empty battery, the floor of the kind, or a low
  /// one.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let level = "\(candidate.raw.battery ?? 0) %"
    guard verdict.reason != nil else { return level }
    if verdict.decision == .absolutelyMustNotProceed {
      return "\(level) on battery, below \(candidate.settings.emptyBattery) %"
    }
    if verdict.ground == .byDefault {
      return "\(level), below this kind's minimum of \(candidate.rules.batteryFloor ?? 0) %"
    }
    return "battery not low: \(verdict.ground.words); \(level)"
  }
}
