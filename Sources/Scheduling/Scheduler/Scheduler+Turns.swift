import OrderedCollections

// Whose turn it is, where several users want a slot of the same lane.
extension Scheduler {
  /// The one of `contenders` that starts first: in the lane of the one that comes first of all, the first
  /// of the user whose turn it is there.
  func first(of contenders: [Contender], at now: Instant) -> Contender? {
    guard let first = contenders.min(by: { $0.rank < $1.rank }) else { return nil }
    var turn = first.rank.key.owner
    var standing: FairShare.Standing?
    var seen: Set<UInt32> = [turn]
    for other in contenders where other.lane == first.lane {
      let owner = other.rank.key.owner
      guard owner != turn, seen.insert(owner).inserted else { continue }
      let best = standing ?? self.standing(of: turn, in: first.lane, at: now)
      let another = self.standing(of: owner, in: first.lane, at: now)
      // As between requests: who is otherwise equal takes turns by number.
      let isFirst = another < best || !(best < another) && owner < turn
      (turn, standing) = isFirst ? (owner, another) : (turn, best)
    }
    guard standing != nil else { return first }
    return contenders.lazy.filter { $0.lane == first.lane && $0.rank.key.owner == turn }
      .min { $0.rank < $1.rank }
  }

  /// What a user has and had of a lane. A condition that is being tried counts as a slot.
  private func standing(
    of owner: UInt32, in lane: KindRules.Lane, at now: Instant
  ) -> FairShare.Standing {
    var began: [AwakeTime] = []
    for entry in activeRuns.all where isOf(owner, lane, entry.run) {
      began.append(entry.run.started.awake)
    }
    for check in checks.values where isOf(owner, lane, check.run) {
      began.append(check.run.started.awake)
    }
    return share.standing(
      of: owner, in: lane, holding: began, at: now, halfLife: settings.useHalfLife)
  }

  private func isOf(_ owner: UInt32, _ lane: KindRules.Lane, _ run: Run) -> Bool {
    run.key.owner == owner && settings.rules(of: run.kind).lane == lane
  }

  /// Notes that `run`, or the condition that it stands for, takes a slot.
  mutating func serve(_ run: Run, at now: Instant) {
    share.serve(run.key.owner, in: settings.rules(of: run.kind).lane, at: now)
  }

  /// Charges its user for the slot that `run` had until `ended`.
  mutating func charge(_ run: Run, until ended: Instant) {
    share.charge(
      ended.awake - run.started.awake, to: run.key.owner,
      in: settings.rules(of: run.kind).lane, at: ended, halfLife: settings.useHalfLife)
  }
}
