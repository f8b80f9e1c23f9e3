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
    guard
      let first = candidates.indices.min(by: { candidates[$0].rank < candidates[$1].rank })
    else { return nil }
    if settings.value.ignoresUsers { return candidates[first] }
    // Indices, since candidates are large. Few users have candidates at the same time.
    var bestOfUsers = [first]
    for index in candidates.indices where candidates[index].kinds == candidates[first].kinds {
      let owner = candidates[index].rank.key.owner
      if let user = bestOfUsers.firstIndex(where: { candidates[$0].rank.key.owner == owner }) {
        if candidates[bestOfUsers[user]].rank.precedesOfUser(candidates[index].rank) { continue }
        bestOfUsers[user] = index
      } else {
        bestOfUsers.append(index)
      }
    }
    if bestOfUsers.count == 1 { return candidates[bestOfUsers[0]] }
    let rivals = bestOfUsers.map { index in
      let owner = candidates[index].rank.key.owner
      return (
        candidate: candidates[index],
        standing: standing(of: owner, in: candidates[index].kinds, at: now)
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
