import OrderedCollections

// Whose turn it is, where several users want a slot of the same class of kinds.
extension Context {
  /// What there is room for: runs have slots, and conditions that a slot is kept free for.
  ///
  /// - Parameter key: What is kept free for this one counts as free.
  func capacity(but key: RequestKey? = nil) -> Capacity {
    var capacity = runs.capacity
    for check in checks.slotHolders where check.key != key {
      capacity.take(Capacity.Claim(SlotHolder(check), settings.value))
    }
    return capacity
  }

  /// The one of `candidates` that starts first: of the kinds of the one that comes first of all, the first
  /// of the user whose turn it is there.
  func first(of candidates: [StartCandidate], at now: Instant) -> StartCandidate? {
    guard let first = candidates.min(by: { $0.rank < $1.rank }) else { return nil }
    var bestOfUser: OrderedDictionary<UInt32, StartCandidate> = [first.rank.key.owner: first]
    for candidate in candidates where candidate.kinds == first.kinds {
      let owner = candidate.rank.key.owner
      if let best = bestOfUser[owner], best.rank < candidate.rank { continue }
      bestOfUser[owner] = candidate
    }
    if bestOfUser.count == 1 { return first }
    let rivals = bestOfUser.values.map { candidate in
      (candidate, standing: standing(of: candidate.rank.key.owner, in: first.kinds, at: now))
    }
    // As between requests of one user, the one that came first starts first among equals.
    return rivals.min { left, right in
      if left.standing != right.standing { return left.standing < right.standing }
      return left.0.rank < right.0.rank
    }?.0
  }

  /// What a user has and had of `kinds`. A condition that is being tried counts as a slot.
  private func standing(
    of owner: UInt32, in kinds: KindRules.ConcurrencyClass, at now: Instant
  ) -> FairShare.Standing {
    runs.standing(of: owner, in: kinds, beside: checks.all, at: now)
  }
}
