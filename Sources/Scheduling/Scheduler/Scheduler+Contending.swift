/// A queue of which a request may start as far as time, device and app are concerned.
struct Contender {
  var queue: Int
  var slot: Int
  var lane: KindRules.Lane
  /// It insists on its latest date.
  var insists: Bool
  var rank: Rank
}

// Who may start: the first of every queue behind an open gate.
extension Scheduler {
  /// The contenders in lanes that are due and have room, or one of them.
  mutating func contenders(
    in room: Room, at now: Instant, onlyFirst: Bool
  ) -> [Contender] {
    var contenders: [Contender] = []
    let due = lanes.takeDue()
    if due.isEmpty { return [] }
    for index in 0..<queues.gateCount {
      guard queues.isOpen(index, in: due), let gate = queues.gate(index),
        room.has(gate.lane, insisting: gate.profile.stage.insists)
      else { continue }
      if let rest = gate.rest, now.wall < rest.ends {
        lanes.lookAgain(at: gate.lane, rest.wakes)
        continue
      }
      look(behind: index, gate, room, at: now, onlyFirst: onlyFirst, &contenders)
      if onlyFirst && !contenders.isEmpty { break }
    }
    return contenders
  }

  /// Adds what may start of what stands behind `gate`; where nothing may, it rests.
  private mutating func look(
    behind index: Int, _ gate: QueueTable.Gate, _ room: Room, at now: Instant, onlyFirst: Bool,
    _ contenders: inout [Contender]
  ) {
    var bars = bars(behind: gate, at: now)
    let look = priceLook(behind: gate, at: now)
    var rest: Rest? = Rest(until: nil)
    var wakes: WallTime?
    var isFree = true
    for queue in gate.queues {
      var resting = self.rest(of: queue, look, wasAsked: false, at: now)
      if resting == nil {
        if let contender = contender(queue, behind: gate, &bars, room, at: now) {
          contenders.append(contender)
          if onlyFirst { return }
          isFree = false
        } else {
          resting = self.rest(of: queue, look, wasAsked: true, at: now)
        }
      }
      wakes = earlier(wakes, resting?.wakes)
      rest = resting.flatMap { rest?.joined($0) }
    }
    lanes.lookAgain(at: gate.lane, wakes)
    if let rest { queues.set(rest, of: index) }
    guard let look, look.isNow else { return }
    if isFree {
      awaitPrices(behind: index, at: now)
    } else {
      lanes.lookAgain(at: gate.lane, look.slot)
    }
  }

  /// What `queue` would start, if it may start something and its group has room.
  private mutating func contender(
    _ index: Int, behind gate: QueueTable.Gate, _ bars: inout GateBars?, _ room: Room,
    at now: Instant
  ) -> Contender? {
    let insists = gate.profile.stage.insists
    guard let key = queues[queue: index]?.key, !room.isBusy(key.group, of: key.owner),
      room.has(gate.lane, of: key.owner, insisting: insists),
      let answer = gate.answer, let slot = first(of: index, &bars, lane: gate.lane, at: now),
      let request = requests[slot]?.request
    else { return nil }
    let app = app(of: request.key)
    let combination =
      app == nil && request.group == nil
      ? answer : joined(answer, app, request, in: index, gate, at: now)
    guard combination.decision.permits else { return nil }
    let rank = Rank(
      isUrgent: request.kind == .userInitiated || request.isExpedited,
      isOverdue: gate.profile.stage.isOverdue,
      priority: settings.rules(of: request.kind).priority,
      score: combination.sums?.score ?? 1,
      lastServed: app?.lastServed, key: request.key)
    return Contender(
      queue: index, slot: slot, lane: gate.lane, insists: insists, rank: rank)
  }

  /// After `started` began: what no longer fits is out, and a run of an app changes the turn of
  /// its other requests and what they may do.
  mutating func narrow(
    _ contenders: [Contender], after started: Contender, _ room: Room, at now: Instant
  ) -> [Contender] {
    let key = started.rank.key
    var remaining: [Contender] = []
    for contender in contenders {
      let other = contender.rank.key
      guard room.has(contender.lane, of: other.owner, insisting: contender.insists) else {
        continue
      }
      let isSameApp = key.app != nil && other.app == key.app && other.owner == key.owner
      if isSameApp || contender.queue == started.queue {
        if let again = contenderAnew(contender.queue, room, at: now) { remaining.append(again) }
      } else if !room.isBusy(queues[queue: contender.queue]?.key.group, of: other.owner) {
        remaining.append(contender)
      }
    }
    return remaining
  }

  private mutating func contenderAnew(
    _ index: Int, _ room: Room, at now: Instant
  ) -> Contender? {
    guard let key = queues[queue: index]?.key, let gate = queues.gate(key.profile) else {
      return nil
    }
    var bars = bars(behind: gate, at: now)
    return contender(index, behind: gate, &bars, room, at: now)
  }

  /// The device's answer joined with that of the policies of the app and of the group, which is free
  /// here. Where that holds `queue` for a time, it is remembered; where only time is missing, the lane
  /// is looked at again when it has passed.
  private mutating func joined(
    _ answer: Combination, _ app: App?, _ request: Request, in queue: Int,
    _ gate: QueueTable.Gate, at now: Instant
  ) -> Combination {
    var candidate = Candidate(
      request, app: app, device: device, now: now, settings: sharedSettings,
      stage: gate.profile.stage)
    candidate.offer = offerAtLook(for: candidate, at: now)
    let verdicts = PolicyVerdicts(Policies.ofApp, on: candidate)
    let combination = answer.joined(verdicts.combination)
    guard !combination.decision.permits else { return combination }
    var hold: QueueHold? = QueueHold()
    var lifts: [(verdict: Verdict, moment: WallTime?)] = []
    for row in verdicts.rows {
      guard let reason = row.verdict.reason else { continue }
      if reason == .price {
        hold?.awaitsPrice = true
        lifts.append((row.verdict, nextSlot(after: now)))
      } else {
        hold = hold?.holding(until: reason.ends(row.verdict, of: row.policy, on: candidate))
        lifts.append((row.verdict, row.policy.lifts(row.verdict, on: candidate)))
      }
    }
    if let hold, answer.decision == .canProceed {
      queues.hold(queue, hold, of: held(app))
      return combination
    }
    // What insists passes one verdict and not another: it waits for those that hold it alone.
    let moments = lifts.filter { combination.isHeld(by: $0.verdict) }.map(\.moment)
    if !moments.contains(nil), let moment = moments.compactMap(\.self).max() {
      lanes.lookAgain(at: gate.lane, moment)
    }
    return combination
  }

  private func held(_ app: App?) -> HeldApp {
    guard let app else { return HeldApp() }
    return HeldApp(owner: app.key.owner, habit: app.habit, lastRefreshed: lastRefreshed(app))
  }

  private mutating func bars(behind gate: QueueTable.Gate, at now: Instant) -> GateBars? {
    guard let queue = gate.queues.first, let slot = queues[queue: queue]?.slots.first,
      let request = requests[slot]?.request
    else { return nil }
    return bars(behind: gate, like: request, at: now)
  }

  /// The slot of the request in the queue that comes first of those that take this moment.
  private mutating func first(
    of index: Int, _ bars: inout GateBars?, lane: KindRules.Lane, at now: Instant
  ) -> Int? {
    guard let queue = queues[queue: index] else { return nil }
    guard bars != nil else { return first(of: queue, index) }
    var first: Int?
    var lasts: Duration?
    for slot in queue.slots {
      guard let request = requests[slot]?.request else { continue }
      if let hold = bars?.hold(terms(of: request)) {
        lasts = [lasts, hold.lasts].compactMap(\.self).min()
      } else if first.map({ requests.precedes(slot, $0) }) ?? true {
        first = slot
      }
    }
    if let lasts { lanes.lookAgain(at: lane, now.wall + max(lasts, .seconds(1))) }
    return first
  }

  private mutating func first(of queue: RequestQueue, _ index: Int) -> Int? {
    if let known = queue.first { return known }
    let first = queue.slots.min { requests.precedes($0, $1) }
    if let first { queues.setFirst(first, of: index) }
    return first
  }
}
