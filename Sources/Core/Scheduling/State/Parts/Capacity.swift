/// The number of runs that may begin in addition to the live runs.
///
/// A class of kinds has a number of slots for all users. When they are full, each user gets one extra run for a
/// request that insists on its latest date. All users together have as many extra runs as the class has slots. A
/// long run of one user thus cannot make another user miss a date. A user who has all the slots that one user can have
/// is treated as if all slots were full.
struct Capacity: Sendable {
  /// Free slots of each of the five classes, by its raw value.
  private var freeSlots: InlineArray<5, Int>
  /// Free extra runs of a class, for insisting requests.
  private var freeExtraRuns: InlineArray<5, Int>
  /// The users who have an extra run.
  private var extraRunOwners: [(kinds: KindRules.ConcurrencyClass, owner: UInt32)] = []
  /// The groups of the live runs, one entry for each run.
  private var groups: [(owner: UInt32, name: String)] = []
  private let settings: Shared<Settings>
  private let concurrency: Concurrency
  /// The users of the live runs of classes in which the slots of one user are limited.
  private var limitedOwners: [(kinds: KindRules.ConcurrencyClass, owner: UInt32)] = []

  /// The slot, the group and the user of a holder of a slot.
  struct Claim: Sendable {
    var kinds: KindRules.ConcurrencyClass
    var group: String?
    var owner: UInt32
    /// Whether the holder insisted on its latest date, which had passed: only such a run takes an extra run.
    var mustRun: Bool
    /// Whether an operator forced it: it takes no extra run.
    var isForced: Bool
    /// Whether the holder begins regardless of other runs, and takes no slot.
    var isExact: Bool

    init(_ holder: SlotHolder, _ settings: Shared<Settings>) {
      kinds = settings.value.sharedRules(of: holder.kind).value.concurrencyClass
      (group, owner) = (holder.group, holder.key.owner)
      (isForced, isExact) = (holder.isForced, holder.isExact)
      mustRun = holder.mustRun
    }
  }

  /// Creates the capacity without any run.
  ///
  /// - Parameter concurrency: The numbers that were set while the daemon runs.
  init(_ settings: Shared<Settings>, _ concurrency: Concurrency = Concurrency()) {
    (self.settings, self.concurrency) = (settings, concurrency)
    freeSlots = InlineArray { index in
      KindRules.ConcurrencyClass(rawValue: index).map { concurrency.slots(of: $0, settings.value) }
        ?? 0
    }
    freeExtraRuns = freeSlots
  }

  /// Removes the room that a run or a condition check takes. Called for each of them, oldest first, since the oldest
  /// ones have the slots.
  ///
  /// It takes a free slot of its class. It takes an extra run if no slot is free, or if its user has all the slots of
  /// one user. Only a run that insisted on its latest date and was not forced takes an extra run. A run beyond a
  /// lowered number takes neither, and an exact run takes only a place of its group.
  mutating func occupyRoom(for claim: Claim) {
    if let name = claim.group { groups.append((claim.owner, name)) }
    if claim.isExact { return }
    let kinds = claim.kinds.rawValue
    let userHasAll = userHasAllSlots(of: claim.kinds, claim.owner)
    if concurrency.slotsPerUser(of: claim.kinds) != nil {
      limitedOwners.append((claim.kinds, claim.owner))
    }
    let canTakeExtraRun = claim.mustRun && !claim.isForced
    let mustTakeExtraRun = userHasAll && canTakeExtraRun
    if freeSlots[kinds] > 0, !mustTakeExtraRun {
      freeSlots[kinds] -= 1
    } else if canTakeExtraRun {
      freeExtraRuns[kinds] -= 1
      extraRunOwners.append((claim.kinds, claim.owner))
    }
  }

  /// Returns whether `kinds` have a free slot.
  func hasFreeSlot(_ kinds: KindRules.ConcurrencyClass) -> Bool { freeSlots[kinds.rawValue] > 0 }

  /// Returns whether `kinds` have room for a run of some user, though possibly not of a certain one.
  ///
  /// - Parameter mustRun: Whether the request insists on its latest date.
  func hasRoom(for kinds: KindRules.ConcurrencyClass, mustRun: Bool) -> Bool {
    hasFreeSlot(kinds) || mustRun && freeExtraRuns[kinds.rawValue] > 0
  }

  /// Returns whether `kinds` have room for a run of the user `owner`: a free slot or, with `mustRun`, an extra run, of
  /// which each user has at most one.
  func hasRoom(for kinds: KindRules.ConcurrencyClass, of owner: UInt32, mustRun: Bool) -> Bool {
    if hasFreeSlot(kinds), !userHasAllSlots(of: kinds, owner) { return true }
    return mustRun && freeExtraRuns[kinds.rawValue] > 0
      && !extraRunOwners.contains { $0.kinds == kinds && $0.owner == owner }
  }

  /// Returns whether the user `owner` has all the slots of `kinds` that one user can have; `false` if the slots of one
  /// user are not limited.
  private func userHasAllSlots(of kinds: KindRules.ConcurrencyClass, _ owner: UInt32) -> Bool {
    guard let limit = concurrency.slotsPerUser(of: kinds) else { return false }
    return limitedOwners.count { $0.kinds == kinds && $0.owner == owner } >= limit
  }

  /// Returns the reasons for which `request` has no room at `moment`: no slot of `kinds` is free, or its group is busy.
  /// Empty if the request has room. A request that runs at an exact time needs no slot.
  func crowding(
    of request: Request, _ kinds: KindRules.ConcurrencyClass, at moment: WallTime
  ) -> [Reason] {
    var reasons: [Reason] = []
    if !request.isExact,
      !hasRoom(for: kinds, of: request.key.owner, mustRun: request.window.mustRun(at: moment))
    {
      reasons.append(.concurrencyLimit)
    }
    if isBusy(request.terms.group, of: request.key.owner) { reasons.append(.group) }
    return reasons
  }

  /// Returns whether `group` of the user `owner` has as many live runs as its width; `false` without a group.
  func isBusy(_ group: String?, of owner: UInt32) -> Bool {
    guard let group, !groups.isEmpty else { return false }
    let runCount = groups.count { $0.owner == owner && $0.name == group }
    return runCount > 0
      && runCount >= concurrency.width(of: GroupKey(owner: owner, name: group), settings.value)
  }
}
