/// The number of runs that may begin in addition to the live runs.
///
/// A class of kinds has a number of slots for all users. When they are full, each user gets one extra run for a
/// request that insists on its latest date. All users together have as many extra runs as the class has slots. A
/// long run of one user thus cannot make another user miss a date.
struct Capacity: Sendable {
  /// Free slots of a class, by its raw value.
  private var free: InlineArray<5, Int>
  /// Free extra runs of a class, for insisting requests.
  private var beyond: InlineArray<5, Int>
  /// The users who have an extra run.
  private var beyondOwners: [(kinds: KindRules.ConcurrencyClass, owner: UInt32)] = []
  private var groups: [(owner: UInt32, name: String)] = []

  /// The slot, the group and the user of a holder of a slot.
  struct Claim: Sendable {
    var kinds: KindRules.ConcurrencyClass
    var group: String?
    var owner: UInt32
    /// Whether an operator forced it: it takes no extra run.
    var isForced: Bool
    /// Whether it begins regardless of other runs, and takes no slot.
    var isExact: Bool

    init(_ holder: SlotHolder, _ settings: Settings) {
      kinds = settings.rules(of: holder.kind).concurrencyClass
      (group, owner) = (holder.group, holder.key.owner)
      (isForced, isExact) = (holder.isForced, holder.isExact)
    }
  }

  /// Creates the capacity without any run.
  init(_ settings: Settings) {
    // No closure: it would copy all settings.
    free = [
      settings.appRunsAtOnce, settings.processingRunsAtOnce, settings.maintenanceRunsAtOnce,
      settings.utilityRunsAtOnce, settings.userInitiatedRunsAtOnce,
    ]
    beyond = free
  }

  /// Takes a slot of its class for `claim` and makes its group busy. Without a free slot, it takes an extra run, unless
  /// it was forced. An exact run takes no slot. The oldest runs have the slots: when one of them ends, the first of the
  /// extra runs gets its slot.
  mutating func addSlot(_ claim: Claim) {
    if let name = claim.group { groups.append((claim.owner, name)) }
    if claim.isExact { return }
    let kinds = claim.kinds.rawValue
    if free[kinds] > 0 {
      free[kinds] -= 1
    } else if !claim.isForced {
      beyond[kinds] -= 1
      beyondOwners.append((claim.kinds, claim.owner))
    }
  }

  /// Returns whether `kinds` have a free slot.
  func has(_ kinds: KindRules.ConcurrencyClass) -> Bool { free[kinds.rawValue] > 0 }

  /// Returns whether `kinds` have room for a run of some user.
  ///
  /// - Parameter mustRun: Whether the request insists on its latest date.
  func has(_ kinds: KindRules.ConcurrencyClass, mustRun: Bool) -> Bool {
    has(kinds) || mustRun && beyond[kinds.rawValue] > 0
  }

  /// Returns whether `kinds` have room for a run of the user `owner`: a free slot or, with `mustRun`, an extra run, of
  /// which each user has at most one.
  func has(_ kinds: KindRules.ConcurrencyClass, of owner: UInt32, mustRun: Bool) -> Bool {
    if has(kinds) { return true }
    return has(kinds, mustRun: mustRun)
      && !beyondOwners.contains { $0.kinds == kinds && $0.owner == owner }
  }

  /// Returns the reasons for which `request` has no room at `moment`: no slot of `kinds` is free, or its group is busy.
  /// Empty if it has room. A request that runs at an exact time needs no slot.
  func crowding(
    of request: Request, _ kinds: KindRules.ConcurrencyClass, at moment: WallTime
  ) -> [Reason] {
    var reasons: [Reason] = []
    if !request.isExact,
      !has(kinds, of: request.key.owner, mustRun: request.window.mustRun(at: moment))
    {
      reasons.append(.concurrencyLimit)
    }
    if isBusy(request.terms.group, of: request.key.owner) { reasons.append(.group) }
    return reasons
  }

  /// Returns whether the user `owner` has a live run of `group`; `false` without a group.
  func isBusy(_ group: String?, of owner: UInt32) -> Bool {
    guard let group, !groups.isEmpty else { return false }
    return groups.contains { $0.owner == owner && $0.name == group }
  }
}
