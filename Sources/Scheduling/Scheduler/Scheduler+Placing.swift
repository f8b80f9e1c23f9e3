// Which requests wait for what: those whose time has come stand in queues behind the device's gates,
// the others only in the agenda.
extension Scheduler {
  /// Looks at every dirty slot; work that is dropped and renewed meanwhile gets its look too.
  mutating func placeDirtySlots(at now: Instant) {
    while !dirtySlots.isEmpty {
      let slots = dirtySlots
      dirtySlots = []
      var dropped: [Request] = []
      for slot in slots {
        guard let request = requests[slot]?.request else { continue }
        requests[slot]?.isDirty = false
        if isDropped(request, at: now) {
          dropped.append(request)
        } else {
          place(slot, request, at: now)
        }
      }
      // Slots differ after a restart; what is told does not.
      for request in dropped.sorted(by: { $0.sequence < $1.sequence }) {
        skip(request, at: now)
      }
    }
  }

  /// Whether the window of `request` has closed on it.
  private func isDropped(_ request: Request, at now: Instant) -> Bool {
    let window = request.window
    return window.atLatest == .drop && window.isOverdue(at: now.wall)
      && run(of: request.key) == nil
  }

  /// Puts one request where it belongs now, and remembers when to look again.
  private mutating func place(_ slot: Int, _ request: Request, at now: Instant) {
    remember(slot, at: now)
    guard run(of: request.key) == nil, request.holds(check(of: request), at: now).isEmpty else {
      leaveQueue(slot)
      return
    }
    let rules = settings.rules(of: request.kind)
    let stage = WindowStage(of: request, at: now.wall, rules: rules, settings: settings)
    let profile = GateProfile(of: request, stage: stage)
    let queue = queues.queue(for: request, profile, lane: rules.lane)
    if requests[slot]?.place?.queue != queue {
      let position = queues.append(slot, to: queue)
      leaveQueue(slot)
      requests[slot]?.place = RequestTable.Place(queue: queue, position: position)
    }
    consider(gateOf: queue, at: now)
  }

  /// Takes `slot` out of its queue, if it stands in one.
  mutating func leaveQueue(_ slot: Int) {
    guard let place = requests[slot]?.place else { return }
    requests[slot]?.place = nil
    if let moved = queues.remove(at: place.position, from: place.queue) {
      requests[moved]?.place?.position = place.position
    }
  }

  /// Something new stands in `queue`: where its gate is open, its lane is due for a look.
  private mutating func consider(gateOf queue: Int, at now: Instant) {
    guard let index = queues[queue: queue]?.key.profile, let gate = queues.gate(index) else {
      return
    }
    if gate.answer == nil {
      ask(gate, index, at: now)
    } else if gate.isOpen {
      lanes.look(at: gate.lane)
    }
  }

  /// The device has changed: asks it anew for every gate, and makes the lanes due behind those that
  /// are open and were not, or not so wide.
  mutating func askGatesAnew(at now: Instant) {
    for index in 0..<queues.gateCount {
      guard let gate = queues.gate(index) else { continue }
      ask(gate, index, at: now)
    }
  }

  /// Asks the device what it says to everything behind `gate`: for one request of them.
  private mutating func ask(_ gate: QueueTable.Gate, _ index: Int, at now: Instant) {
    guard let queue = gate.queues.first, let slot = queues[queue: queue]?.slots.first,
      let request = requests[slot]?.request
    else { return }
    let candidate = Candidate(
      request, app: nil, device: device, now: now, settings: sharedSettings,
      stage: gate.profile.stage)
    let verdicts = PolicyVerdicts(Policies.ofDevice, on: candidate)
    let (answer, holds) = (verdicts.combination, verdicts.reasons)
    // Another reason may keep it closed with the same answer.
    guard answer != gate.answer || holds != gate.holds else { return }
    queues.set(answer, holds, of: index)
    guard answer != gate.answer else { return }
    if queues.gate(index)?.isOpen == true { lanes.look(at: gate.lane) }
  }
}
