/// How much room there is beside what runs.
struct Room {
  /// Runs that a lane still takes, by its raw value.
  private var free: InlineArray<5, Int>
  private var groups: [(owner: UInt32, name: String)] = []

  /// What a run takes up.
  struct Place: Sendable {
    var lane: KindRules.Lane
    var group: String?
    var owner: UInt32
  }

  /// Room for all that may run at once.
  init(_ settings: Settings) {
    // No closure: it would copy all settings.
    free = [
      settings.appRunsAtOnce, settings.processingRunsAtOnce, settings.maintenanceRunsAtOnce,
      settings.utilityRunsAtOnce, settings.userInitiatedRunsAtOnce,
    ]
  }

  mutating func take(_ place: Place) {
    free[place.lane.rawValue] -= 1
    if let name = place.group { groups.append((place.owner, name)) }
  }

  func has(_ lane: KindRules.Lane) -> Bool { free[lane.rawValue] > 0 }

  /// Whether a run of `group`, of this user, lives.
  func isBusy(_ group: String?, of owner: UInt32) -> Bool {
    guard let group, !groups.isEmpty else { return false }
    return groups.contains { $0.owner == owner && $0.name == group }
  }
}
