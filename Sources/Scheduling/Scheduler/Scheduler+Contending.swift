/// A queue of which a request may start as far as time, device and app are concerned.
struct Contender {
  var queue: Int
  var slot: Int
  var lane: KindRules.Lane
  var rank: Rank
}

// Who may start: the first of every queue behind an open gate.
extension Scheduler {
  /// The contenders in lanes that are due and have room.
  mutating func contenders(in room: Room, at now: Instant) -> [Contender] {
    var contenders: [Contender] = []
    let due = lanes.takeDue()
    for index in 0..<queues.gateCount {
      guard let gate = queues.gate(index), gate.isOpen, due.contains(gate.lane),
        room.has(gate.lane)
      else { continue }
      for queue in gate.queues {
        if let contender = contender(queue, behind: gate, room, at: now) {
          contenders.append(contender)
        }
      }
    }
    return contenders
  }

  /// What `queue` would start, if it may start something and its group has room.
  private mutating func contender(
    _ index: Int, behind gate: QueueTable.Gate, _ room: Room, at now: Instant
  ) -> Contender? {
    guard let key = queues[queue: index]?.key, !room.isBusy(key.group, of: key.owner),
      let answer = gate.answer, let slot = first(of: index),
      let request = requests[slot]?.request
    else { return nil }
    let app = app(of: request.key)
    let combination = app.map { joined(answer, $0, request, gate, at: now) } ?? answer
    guard combination.decision.permits else { return nil }
    let rank = Rank(
      isUrgent: request.kind == .userInitiated || request.isExpedited,
      isOverdue: gate.profile.stage.isOverdue,
      priority: settings.rules(of: request.kind).priority, score: combination.sums?.score ?? 1,
      lastServed: app?.lastServed, key: request.key)
    return Contender(queue: index, slot: slot, lane: gate.lane, rank: rank)
  }

  /// After `started` began: what no longer fits is out, and a run of an app changes the turn of
  /// its other requests and what they may do.
  mutating func narrow(
    _ contenders: [Contender], after started: Contender, _ room: Room, at now: Instant
  ) -> [Contender] {
    let key = started.rank.key
    var remaining: [Contender] = []
    for contender in contenders where room.has(contender.lane) {
      let other = contender.rank.key
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
    return contender(index, behind: gate, room, at: now)
  }

  /// The device's answer joined with that of the app's policies. Where only time is missing, the lane
  /// is looked at again when it has passed.
  private mutating func joined(
    _ answer: Combination, _ app: App, _ request: Request, _ gate: QueueTable.Gate,
    at now: Instant
  ) -> Combination {
    let candidate = Candidate(
      request, app: app, device: device, now: now, settings: settings, stage: gate.profile.stage)
    var combination = answer
    var lifts: [WallTime?] = []
    for policy in Policies.ofApp {
      guard let verdict = policy.verdict(on: candidate) else { continue }
      combination.add(verdict)
      if verdict.reason != nil { lifts.append(policy.lifts(verdict, on: candidate)) }
    }
    let moments = lifts.compactMap(\.self)
    if !combination.decision.permits, moments.count == lifts.count, let moment = moments.max() {
      lanes.lookAgain(at: gate.lane, moment)
    }
    return combination
  }

  /// The slot of the request in `queue` that comes first.
  private mutating func first(of index: Int) -> Int? {
    guard let queue = queues[queue: index] else { return nil }
    if let known = queue.first { return known }
    let first = queue.slots.min { requests.precedes($0, $1) }
    if let first { queues.setFirst(first, of: index) }
    return first
  }
}
