import OrderedCollections

/// A queue of which a request may start as far as time, device and app are concerned.
struct Contender {
  var queue: Int
  var slot: Int
  var rank: Rank
}

// Who may start: the first of every queue behind an open gate.
extension Scheduler {
  mutating func contenders(in lanes: [KindRules.Lane], at now: Instant) -> [Contender] {
    var contenders: [Contender] = []
    for index in 0..<queues.gateCount {
      guard let gate = queues.gate(index), lanes.contains(gate.lane), gate.isOpen else { continue }
      for queue in gate.queues {
        if let contender = contender(queue, at: now) { contenders.append(contender) }
      }
    }
    return contenders
  }

  func isConcerned(_ queue: Int, by request: Request, _ own: Int) -> Bool {
    guard queue != own else { return true }
    guard let app = request.key.app, let key = queues[queue: queue]?.key else { return false }
    return key.app == app && key.owner == request.key.owner
  }

  /// What `queue` would start, if it may start something and there is room for it.
  mutating func contender(_ index: Int, at now: Instant) -> Contender? {
    guard let queue = queues[queue: index], fits(index), let gate = queues.gate(queue.key.profile),
      let answer = gate.answer, let slot = first(of: index),
      let request = requests[slot]?.request
    else { return nil }
    let app = queue.app.flatMap { apps[$0] }
    let combination = app.map { joined(answer, $0, request, gate, at: now) } ?? answer
    guard combination.decision.permits else { return nil }
    let rank = Rank(
      isUrgent: request.kind == .userInitiated || request.isExpedited,
      isOverdue: gate.profile.stage.isOverdue,
      priority: settings.rules(of: request.kind).priority, score: combination.sums?.score ?? 1,
      lastServed: app?.lastServed, key: request.key)
    return Contender(queue: index, slot: slot, rank: rank)
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
    let first = queue.slots.min { left, right in
      guard let left = requests[left]?.request.key, let right = requests[right]?.request.key
      else { return false }
      return left < right
    }
    if let first { queues.setFirst(first, of: index) }
    return first
  }

  func fits(_ index: Int) -> Bool {
    guard let key = queues[queue: index]?.key, let gate = queues.gate(key.profile) else {
      return false
    }
    return hasRoom(gate.lane) && !isBusy(key.group, of: key.owner)
  }

  func hasRoom(_ lane: KindRules.Lane) -> Bool {
    let count = live.values.count { settings.rules(of: $0.run.kind).lane == lane }
    return count < settings.runsAtOnce(in: lane)
  }

  func isBusy(_ group: String?, of owner: UInt32) -> Bool {
    guard let group else { return false }
    return live.values.contains { $0.request?.group == group && $0.run.key.owner == owner }
  }
}
