// Most of what waits does so for the sake of its app: its last run was a moment ago, it has used up
// its quota, it is not worth its price. That is the same for all its requests and holds until a
// moment that is known, or until something happens to the app, to its user or to the power. Until
// then nobody asks.

/// What apps' verdicts rest on beside the app, its user and the time.
struct RestGround: Hashable, Sendable {
  var isOnBattery: Bool
  var isSteadilyOnBattery: Bool
  var zoneSeconds: Int
}

extension Scheduler {
  /// Has everything looked at anew where what it rested on has changed.
  mutating func followGround() {
    let present = RestGround(
      isOnBattery: device.raw.isOnBattery, isSteadilyOnBattery: device.onBattery.value,
      zoneSeconds: zoneSeconds)
    guard present != ground else { return }
    ground = present
    queues.wakeAll()
  }

  /// How long nothing in `queue` can start for the sake of its app; nil where it must be asked.
  func rest(
    of queue: Int, behind gate: QueueTable.Gate, _ appraisal: inout Appraisal?, at now: Instant
  ) -> Rest? {
    guard let hold = queues.hold(of: queue) else { return nil }
    if now.wall < hold.ends { return rest(under: hold, behind: gate, at: now) }
    guard hold.awaitsPrice else { return nil }
    let time = local(now)
    guard UserHabit.isLook(time) else {
      let slot = nextSlot(after: now)
      return Rest(ends: slot, wakes: nextPrice(behind: gate, at: now) ?? slot)
    }
    guard let app = queues[queue: queue]?.app.flatMap({ apps[$0] }) else { return nil }
    var present = appraisal ?? Appraisal(at: time, users, allowance)
    defer { appraisal = present }
    let isWorth = present.affords(
      app.habit, lastRefreshed: lastRefreshed(app), of: app.key.owner)
    // In this minute it may become worth it with every event.
    return isWorth ? nil : Rest(ends: now.wall, wakes: nil)
  }

  /// The same while something else than the price holds it.
  private func rest(
    under hold: QueueHold, behind gate: QueueTable.Gate, at now: Instant
  ) -> Rest {
    guard hold.awaitsPrice, hold.ends < WallTime(nanoseconds: .max) else {
      return Rest(until: hold.ends)
    }
    let ends = LocalTime(hold.ends, zoneSeconds: zoneSeconds)
    let price = nextPrice(behind: gate, at: now) ?? nextSlot(after: now)
    return Rest(
      ends: hold.ends, wakes: UserHabit.isLook(ends) ? hold.ends : max(hold.ends, price))
  }

  private func nextPrice(behind gate: QueueTable.Gate, at now: Instant) -> WallTime? {
    gate.nextPrice.flatMap { $0 > now.wall ? $0 : nil }
  }

  /// The next moment at which worths are compared.
  func nextSlot(after now: Instant) -> WallTime {
    let time = local(now)
    return now.wall + (UserHabit.slot(after: time) - time)
  }

  /// Nothing behind a gate is worth its price: finds the first slot at which something is, if nothing
  /// happens until then, and has the lane looked at then. Where that was found already, says it again.
  mutating func awaitPrices(behind index: Int, at now: Instant) {
    guard let gate = queues.gate(index) else { return }
    let next = nextPrice(behind: gate, at: now) ?? firstPrice(behind: gate, at: now)
    queues.set(nextPrice: next, of: index)
    lanes.lookAgain(at: gate.lane, next)
  }

  private func firstPrice(behind gate: QueueTable.Gate, at now: Instant) -> WallTime {
    let time = local(now)
    let end = time + settings.energy.looksAhead
    let waiting = gate.queues.compactMap { queue -> (app: App, from: WallTime)? in
      guard let hold = queues.hold(of: queue), hold.awaitsPrice,
        let app = queues[queue: queue]?.app.flatMap({ apps[$0] })
      else { return nil }
      return (app, hold.ends)
    }
    var slot = UserHabit.slot(after: time)
    while slot <= end {
      let wall = now.wall + (slot - time)
      var appraisal = Appraisal(at: slot, users, allowance)
      let isWorth = waiting.contains { app, from in
        from <= wall
          && appraisal.affords(
            app.habit, lastRefreshed: lastRefreshed(app), of: app.key.owner)
      }
      if isWorth { return wall }
      slot = slot + UserHabit.slot
    }
    return now.wall + settings.energy.looksAhead
  }
}

extension Reason {
  /// Whether nothing but a change of the app takes it back.
  private var isOfAppAlone: Bool {
    switch self {
    case .forceQuit, .switchedOff, .neverOpened, .forgotten: true
    default: false
    }
  }

  /// Whether power from the mains takes it back.
  private var endsOnMains: Bool { self == .quota || self == .rateLimit }

  /// Until when `verdict` holds whatever the device does, unless the app changes; nil where nobody
  /// knows.
  func ends(_ verdict: Verdict, of policy: any Policy, on candidate: Candidate) -> WallTime? {
    if isOfAppAlone { return WallTime(nanoseconds: .max) }
    let isOnBattery = candidate.device.onBattery.value || candidate.raw.isOnBattery
    if endsOnMains && !isOnBattery { return nil }
    return policy.lifts(verdict, on: candidate)
  }
}
