/// The use of each class of kinds by each user. The user with less use comes first, so that one user's many requests
/// do not all run before another's.
///
/// The use is kept only in memory: after a restart all users are equal.
struct FairShare: Sendable {
  /// The order of users; smaller comes first.
  struct Order: Comparable {
    /// Slots that the user has now.
    var held: Int
    /// Used seconds of slots, with past use decaying.
    var used: Double
    /// The number of the user's last slot; 0 if there was none.
    var lastSlot: Int

    /// Returns whether the user of `left` gets the next slot before the user of `right`: by fewer slots now, then by
    /// less time used, then by the earlier last slot.
    static func < (left: Self, right: Self) -> Bool {
      if left.held != right.held { return left.held < right.held }
      if left.used != right.used { return left.used < right.used }
      return left.lastSlot < right.lastSlot
    }
  }

  private struct Key: Hashable {
    var kinds: KindRules.ConcurrencyClass
    var owner: UInt32
  }

  private struct Use {
    /// The used seconds of slots, as they counted at `noted`.
    var seconds: Double
    var noted: BootTime
    /// The number of the user's last slot; 0 if there was none.
    var lastSlot = 0

    /// Returns the used seconds as they count at `now`: past use halves in each `halfLife`, of at least a second.
    func seconds(at now: BootTime, _ halfLife: Duration) -> Double {
      let halvings = max(0, (now - noted).seconds) / max(1, halfLife.seconds)
      return seconds * exp2(-halvings)
    }
  }

  private var useOfUser: [Key: Use] = [:]
  /// The number of slots given so far, to all users. It numbers the slots.
  private var slotCount = 0

  /// Notes that `owner` gets a slot of `kinds` now, as the last user so far.
  mutating func noteSlot(for owner: UInt32, in kinds: KindRules.ConcurrencyClass, at now: Instant) {
    let key = Key(kinds: kinds, owner: owner)
    slotCount += 1
    useOfUser[key, default: Use(seconds: 0, noted: now.boot)].lastSlot = slotCount
  }

  /// Adds `time`, for which `owner` has used a slot of `kinds`, to the user's past use. Past use halves in each
  /// `halfLife`.
  mutating func charge(
    _ time: Duration, to owner: UInt32, in kinds: KindRules.ConcurrencyClass, at now: Instant,
    halfLife: Duration
  ) {
    let key = Key(kinds: kinds, owner: owner)
    var use = useOfUser[key] ?? Use(seconds: 0, noted: now.boot)
    use.seconds = use.seconds(at: now.boot, halfLife) + max(0, time.seconds)
    use.noted = now.boot
    useOfUser[key] = use
  }

  /// Returns the position of a user in the order in which users get a slot of `kinds`.
  ///
  /// - Parameter slotStarts: The start of each slot that the user has now.
  func standing(
    of owner: UInt32, in kinds: KindRules.ConcurrencyClass, holding slotStarts: [AwakeTime],
    at now: Instant,
    halfLife: Duration
  ) -> Order {
    let use = useOfUser[Key(kinds: kinds, owner: owner)]
    var used = use?.seconds(at: now.boot, halfLife) ?? 0
    for start in slotStarts { used += max(0, (now.awake - start).seconds) }
    return Order(held: slotStarts.count, used: used, lastSlot: use?.lastSlot ?? 0)
  }
}
