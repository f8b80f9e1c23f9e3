import OrderedCollections

// Turns of users who want a slot of the same class of kinds.
extension Context {
  /// Returns the room for further runs. Slots are taken by live runs, and by condition checks that keep a slot for
  /// their request.
  ///
  /// - Parameter key: The request whose kept slot counts as free; `nil` if every kept slot counts as taken.
  func capacity(but key: RequestKey? = nil) -> Capacity {
    var capacity = runs.capacity
    for check in checks.slotHolders where check.key != key {
      capacity.occupyRoom(for: Capacity.Claim(SlotHolder(check), settings))
    }
    return capacity
  }

  /// Returns the candidate that starts first; `nil` if there is none. The first candidate by rank determines the class
  /// of kinds, whose slot is given next. Of this class, the user whose turn it is gets the slot, for the user's own
  /// first candidate. Thus users share slots, and ranks order kinds and the requests of one user.
  ///
  /// Of each group, only the first by the order of the group is considered.
  func first(of all: [StartCandidate], at now: Instant) -> StartCandidate? {
    let candidates = firstOfGroups(all)
    guard let first = candidates.min(by: { $0.rank < $1.rank }) else { return nil }
    if settings.value.ignoresUsers { return first }
    var bestOfUser: OrderedDictionary<UInt32, StartCandidate> = [first.rank.key.owner: first]
    for candidate in candidates where candidate.kinds == first.kinds {
      let owner = candidate.rank.key.owner
      if let best = bestOfUser[owner], best.rank.precedesOfUser(candidate.rank) { continue }
      bestOfUser[owner] = candidate
    }
    if bestOfUser.count == 1 { return bestOfUser.values.first }
    let rivals = bestOfUser.values.map { candidate in
      (
        candidate: candidate,
        standing: standing(of: candidate.rank.key.owner, in: first.kinds, at: now)
      )
    }
    // Between users of equal standing, the rank decides, as between requests of one user.
    return rivals.min { left, right in
      if left.standing != right.standing { return left.standing < right.standing }
      return left.candidate.rank < right.candidate.rank
    }?.candidate
  }

  /// Returns `candidates` without those that another one of their group precedes.
  private func firstOfGroups(_ candidates: [StartCandidate]) -> [StartCandidate] {
    guard candidates.contains(where: { $0.request.value.terms.group != nil }) else {
      return candidates
    }
    var firsts: [GroupKey: Rank] = [:]
    for candidate in candidates {
      guard let group = GroupKey(of: candidate.request.value) else { continue }
      if let first = firsts[group], first.precedesInGroup(candidate.rank) { continue }
      firsts[group] = candidate.rank
    }
    return candidates.filter { candidate in
      guard let group = GroupKey(of: candidate.request.value) else { return true }
      return firsts[group]?.key == candidate.rank.key
    }
  }

  /// Returns the position of the user `owner` in the order in which users get slots of `kinds`, by present and past
  /// use. A condition check in progress counts as a slot.
  private func standing(
    of owner: UInt32, in kinds: KindRules.ConcurrencyClass, at now: Instant
  ) -> FairShare.Order {
    runs.standing(of: owner, in: kinds, beside: checks.all, at: now)
  }
}
