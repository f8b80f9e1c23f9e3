// Whose turn it is, where several users want a slot of the same class of kinds.
extension Context {
  /// The one of `candidates` that starts first: of the kinds of the one that comes first of all, the first
  /// of the user whose turn it is there.
  func first(of candidates: [StartCandidate], at now: Instant) -> StartCandidate? {
    guard let first = candidates.min(by: { $0.rank < $1.rank }) else { return nil }
    var turn = first.rank.key.owner
    var standing: FairShare.Standing?
    var seen: Set<UInt32> = [turn]
    for other in candidates where other.kinds == first.kinds {
      let owner = other.rank.key.owner
      guard owner != turn, seen.insert(owner).inserted else { continue }
      let best = standing ?? self.standing(of: turn, in: first.kinds, at: now)
      let another = self.standing(of: owner, in: first.kinds, at: now)
      // As between requests: who is otherwise equal takes turns by number.
      let isFirst = another < best || !(best < another) && owner < turn
      (turn, standing) = isFirst ? (owner, another) : (turn, best)
    }
    guard standing != nil else { return first }
    return candidates.lazy.filter { $0.kinds == first.kinds && $0.rank.key.owner == turn }
      .min { $0.rank < $1.rank }
  }

  /// What a user has and had of `kinds`. A condition that is being tried counts as a slot.
  private func standing(
    of owner: UInt32, in kinds: KindRules.ConcurrencyClass, at now: Instant
  ) -> FairShare.Standing {
    runs.standing(of: owner, in: kinds, beside: checks.runs, at: now)
  }
}
