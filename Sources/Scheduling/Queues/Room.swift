/// How much room there is beside what runs.
///
/// A lane takes so many runs of whoever comes. When it is full it takes, of each user, one run more that
/// insists on its latest date, as many of all users together as it has slots: nobody's long job keeps
/// another user's date from being kept.
struct Room {
  /// Runs that a lane still takes, by its raw value.
  private var free: InlineArray<5, Int>
  /// Those that it takes beyond, of what insists.
  private var beyond: InlineArray<5, Int>
  /// Who has one beyond.
  private var beyondOwners: [(lane: KindRules.Lane, owner: UInt32)] = []
  private var groups: [(owner: UInt32, name: String)] = []

  /// What a run takes up.
  struct Place: Sendable {
    var lane: KindRules.Lane
    var group: String?
    var owner: UInt32
    /// An operator forced it: it does not take what is there for others' dates.
    var isForced: Bool
  }

  /// Room for all that may run at once.
  init(_ settings: Settings) {
    // No closure: it would copy all settings.
    free = [
      settings.appRunsAtOnce, settings.processingRunsAtOnce, settings.maintenanceRunsAtOnce,
      settings.utilityRunsAtOnce, settings.userInitiatedRunsAtOnce,
    ]
    beyond = free
  }

  /// Takes up a place. Whoever began first has the slots: when one of them ends, the first of those beyond
  /// has its slot.
  mutating func take(_ place: Place) {
    let lane = place.lane.rawValue
    if free[lane] > 0 {
      free[lane] -= 1
    } else if !place.isForced {
      beyond[lane] -= 1
      beyondOwners.append((place.lane, place.owner))
    }
    if let name = place.group { groups.append((place.owner, name)) }
  }

  /// Whether `lane` takes one more of whoever comes.
  func has(_ lane: KindRules.Lane) -> Bool { free[lane.rawValue] > 0 }

  /// Whether `lane` takes one more of somebody.
  ///
  /// - Parameter insisting: It insists on its latest date.
  func has(_ lane: KindRules.Lane, insisting: Bool) -> Bool {
    has(lane) || insisting && beyond[lane.rawValue] > 0
  }

  /// Whether `lane` takes one more of this user.
  func has(_ lane: KindRules.Lane, of owner: UInt32, insisting: Bool) -> Bool {
    if has(lane) { return true }
    return has(lane, insisting: insisting)
      && !beyondOwners.contains { $0.lane == lane && $0.owner == owner }
  }

  /// What leaves no room for `request` at `moment`.
  func crowding(of request: Request, _ lane: KindRules.Lane, at moment: WallTime) -> [Reason] {
    var reasons: [Reason] = []
    if !has(lane, of: request.key.owner, insisting: request.window.insists(at: moment)) {
      reasons.append(.atOnce)
    }
    if isBusy(request.group, of: request.key.owner) { reasons.append(.group) }
    return reasons
  }

  /// Whether a run of `group`, of this user, lives.
  func isBusy(_ group: String?, of owner: UInt32) -> Bool {
    guard let group, !groups.isEmpty else { return false }
    return groups.contains { $0.owner == owner && $0.name == group }
  }
}
