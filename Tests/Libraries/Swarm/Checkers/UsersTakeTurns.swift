import Scheduling

/// Users with waiting requests that are alike take turns. A user with more slots of the class than another gets no
/// further one. With equally many, the user gets one only if its use of the class is at most twice the use of the
/// other, plus one minute. So no user gets less than half of a fair share of the slots, except for the length of one
/// run.
///
/// The checker counts slots and their use again, from commits. Use loses half of its weight in a day, and is forgotten
/// when the daemon ends (docs/decision.md).
final class UsersTakeTurns: Checker {
  private struct Use: Hashable {
    var kinds: Int
    var owner: UInt32
  }

  private var used: [Use: (seconds: Double, at: BootTime)] = [:]
  /// Runs that certainly have a slot.
  private var plain: Set<RunID> = []
  /// Whether `used` equals the daemon's record of use. A failed commit may have undone some of it.
  private var isKnown = true
  /// The time that condition checks may have used. They also use slots.
  private var checks = 0.0
  private var outOfTurn = RequestsOutOfTurn()

  func takes(_ event: Event, in life: Life) {
    outOfTurn.take(event)
    if case .checkEnded = event { checks += 60 }
  }

  func stepped(_ core: Scheduler, in life: Life) { outOfTurn.endStep() }
  func failsToCommit(in life: Life) { isKnown = false }
  func dies(in life: Life) { outOfTurn.endStep() }

  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life) {
    (used, isKnown, checks) = ([:], true, 0)
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var walk = CommitWalk(record)
    let touched = Set(changes.compactMap(\.touchedKey))
    for change in changes {
      let live = walk.live
      switch walk.take(change) {
      case .ended(let run, _):
        // The daemon may know only a part of the time used by a run of an earlier daemon.
        if live[run.id] == nil { break }
        if life.isStarting { isKnown = false } else { charge(run, life) }
      case .begins(let run, let request?)
      where !run.isForced && run.started == life.now && isComparable(request):
        check(run, request, live, record, touched, life)
        plain.insert(run.id)
      default: break
      }
    }
    if plain.count > 512 { plain = plain.filter { walk.live[$0] != nil } }
  }

  private func charge(_ run: Run, _ life: Life) {
    let use = Use(kinds: RoomIsKept.kinds(run.kind), owner: run.key.owner)
    let before = seconds(use, life)
    let time = (life.now.awake - run.started.awake).seconds
    used[use] = (before + max(0, time), life.now.boot)
  }

  /// The past use of a class by a user, with its present weight.
  private func seconds(_ use: Use, _ life: Life) -> Double {
    guard let past = used[use] else { return 0 }
    return past.seconds * exp2(-max(0, (life.now.boot - past.at).seconds) / 86_400)
  }

  /// Whether no app and no group can hold this request alone among requests that are alike.
  private func isComparable(_ request: Request) -> Bool {
    request.isOrdered && request.key.app == nil && request.terms.group == nil
      && !request.terms.run.isExact
  }

  /// Checks that `request` may begin while the runs `live` are running.
  private func check(
    _ run: Run, _ request: Request, _ live: [RunID: Run], _ record: Record,
    _ touched: Set<RequestKey>, _ life: Life
  ) {
    let hasHoursOfUsers = life.plan.mix.quiet.contains {
      if case .user = $0.scope { true } else { false }
    }
    if hasHoursOfUsers || outOfTurn.mayInclude(run.key) { return }
    let kinds = RoomIsKept.kinds(run.kind)
    let running = Set(live.values.map(\.key))
    let rivals = record.requests.values.filter { other in
      other.key.owner != request.key.owner && !touched.contains(other.key)
        && isComparable(other) && other.isAlike(request) && other.isReady(for: run)
        && !running.contains(other.key)
    }
    // Sorted, so that the message names the same user each time.
    for owner in Set(rivals.map(\.key.owner)).sorted() {
      // Condition checks also use slots, which no commit shows.
      let hasChecks = record.requests.values.contains {
        $0.key.owner == owner && $0.terms.needs.condition != nil
      }
      if hasChecks { continue }
      let own = live.values.filter {
        $0.key.owner == request.key.owner && RoomIsKept.kinds($0.kind) == kinds
          && plain.contains($0.id)
      }
      let others = live.values.filter {
        $0.key.owner == owner && RoomIsKept.kinds($0.kind) == kinds
      }
      let name = "\(request.key.id) of user \(request.key.owner)"
      if own.count > others.count {
        life.fail(
          self, "\(name) gets slot \(own.count + 1), and user \(owner) has \(others.count)")
      }
      guard own.count == others.count, isKnown else { continue }
      let (least, most) = (
        use(of: request.key.owner, kinds, own, life), use(of: owner, kinds, others, life) + checks
      )
      if least > 2 * most + 60 {
        life.fail(
          self, "\(name) gets a slot after \(Int(least)) s, and user \(owner) has had \(Int(most))")
      }
    }
  }

  /// The use of a class by a user, past and present.
  private func use(of owner: UInt32, _ kinds: Int, _ live: [Run], _ life: Life) -> Double {
    let past = seconds(Use(kinds: kinds, owner: owner), life)
    return live.map { max(0, (life.now.awake - $0.started.awake).seconds) }.sorted()
      .reduce(past, +)
  }
}
