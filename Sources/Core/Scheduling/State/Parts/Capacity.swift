/// How many more runs may begin beside those that live.
///
/// A class of kinds takes so many runs of whoever comes. When it is full it takes, of each user, one run more
/// that insists on its latest date, as many of all users together as it has slots: nobody's long job keeps
/// another user's date from being kept.
struct Capacity: Sendable {
  /// Runs that a class still takes, by its raw value.
  private var free: InlineArray<5, Int>
  /// Those that it takes beyond, of what insists.
  private var beyond: InlineArray<5, Int>
  /// Who has one beyond.
  private var beyondOwners: [(kinds: KindRules.ConcurrencyClass, owner: UInt32)] = []
  private var groups: [(owner: UInt32, name: String)] = []

  /// The slot, the group and the user of a holder of a slot.
  struct Claim: Sendable {
    var kinds: KindRules.ConcurrencyClass
    var group: String?
    var owner: UInt32
    /// An operator forced it: it does not take what is there for others' dates.
    var isForced: Bool
    /// It begins whatever else runs, and takes no slot.
    var isExact: Bool

    init(_ holder: SlotHolder, _ settings: Settings) {
      kinds = settings.rules(of: holder.kind).concurrencyClass
      (group, owner) = (holder.group, holder.key.owner)
      (isForced, isExact) = (holder.isForced, holder.isExact)
    }
  }

  /// All that may run at once.
  init(_ settings: Settings) {
    // No closure: it would copy all settings.
    free = [
      settings.appRunsAtOnce, settings.processingRunsAtOnce, settings.maintenanceRunsAtOnce,
      settings.utilityRunsAtOnce, settings.userInitiatedRunsAtOnce,
    ]
    beyond = free
  }

  /// Takes up a slot. Whoever began first has the slots: when one of them ends, the first of those beyond
  /// has its slot.
  mutating func take(_ claim: Claim) {
    if claim.isExact { return }
    let kinds = claim.kinds.rawValue
    if free[kinds] > 0 {
      free[kinds] -= 1
    } else if !claim.isForced {
      beyond[kinds] -= 1
      beyondOwners.append((claim.kinds, claim.owner))
    }
    if let name = claim.group { groups.append((claim.owner, name)) }
  }

  /// Whether `kinds` take one more of whoever comes.
  func has(_ kinds: KindRules.ConcurrencyClass) -> Bool { free[kinds.rawValue] > 0 }

  /// Whether `kinds` take one more of somebody.
  ///
  /// - Parameter insisting: It insists on its latest date.
  func has(_ kinds: KindRules.ConcurrencyClass, insisting: Bool) -> Bool {
    has(kinds) || insisting && beyond[kinds.rawValue] > 0
  }

  /// Whether `kinds` take one more of this user.
  func has(_ kinds: KindRules.ConcurrencyClass, of owner: UInt32, insisting: Bool) -> Bool {
    if has(kinds) { return true }
    return has(kinds, insisting: insisting)
      && !beyondOwners.contains { $0.kinds == kinds && $0.owner == owner }
  }

  /// What leaves no slot for `request` at `moment`.
  func crowding(
    of request: Request, _ kinds: KindRules.ConcurrencyClass, at moment: WallTime
  ) -> [Reason] {
    var reasons: [Reason] = []
    if request.isExact { return [] }
    if !has(kinds, of: request.key.owner, insisting: request.window.insists(at: moment)) {
      reasons.append(.concurrencyLimit)
    }
    if isBusy(request.terms.group, of: request.key.owner) { reasons.append(.group) }
    return reasons
  }

  /// Whether a run of `group`, of this user, lives.
  func isBusy(_ group: String?, of owner: UInt32) -> Bool {
    guard let group, !groups.isEmpty else { return false }
    return groups.contains { $0.owner == owner && $0.name == group }
  }
}
