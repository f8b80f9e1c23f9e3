// Most of what waits does so for the sake of its app: its last run was a moment ago, it has used up
// its quota, it is not worth its price. That is the same for all its requests and holds until a
// moment that is known, or until something happens to the app, to its user or to the power. Until
// then nobody asks.

/// What apps' verdicts rest on beside the app, its user and the time.
struct RestGround: Hashable, Sendable {
  var isOnBattery: Bool
  var isSteadilyOnBattery: Bool
  var allowsRefresh: Bool
  var zoneSeconds: Int
}

/// A look at the queues behind a gate of work that has a price.
struct PriceLook {
  /// The next moment at which worths are compared.
  var slot: WallTime
  /// When the first of them may be worth its price.
  var next: WallTime
  /// Whether worths are compared now.
  var isNow = false
  /// Those that were held for nothing but their price when the look began, and are worth it now.
  var worthy: [Int] = []
}

extension Scheduler {
  /// Has everything looked at anew where what it rested on has changed.
  mutating func followGround() {
    let present = RestGround(
      isOnBattery: device.raw.isOnBattery, isSteadilyOnBattery: device.onBattery.value,
      allowsRefresh: device.raw.allowsRefresh, zoneSeconds: zoneSeconds)
    guard present != ground else { return }
    ground = present
    queues.wakeAll()
    // Gates may say what they said before.
    lanes.lookAtAll()
  }

  /// What is asked of all queues behind `gate` alike.
  func priceLook(behind gate: QueueTable.Gate, at now: Instant) -> PriceLook? {
    guard settings.rules(of: gate.profile.kind).isPriced else { return nil }
    let time = local(now)
    let slot = nextSlot(after: now)
    var look = PriceLook(
      slot: slot, next: gate.nextPrice.flatMap { $0 > now.wall ? $0 : nil } ?? slot)
    guard UserHabit.isLook(time) else { return look }
    var appraisal = Appraisal(at: time, users, allowance)
    let waiting = gate.queues.filter { awaitsOnlyPrice($0, at: now.wall) }
    look.worthy = queues.affordable(waiting, &appraisal)
    look.isNow = true
    return look
  }

  private func awaitsOnlyPrice(_ queue: Int, at moment: WallTime) -> Bool {
    guard let hold = queues.hold(of: queue) else { return false }
    return hold.awaitsPrice && hold.ends <= moment
  }

  /// How long nothing in `queue` can start for the sake of its app; nil where it must be asked.
  ///
  /// - Parameter wasAsked: It was asked in this very look, so it may be held for something else now.
  func rest(
    of queue: Int, _ look: PriceLook?, wasAsked: Bool, at now: Instant
  ) -> Rest? {
    guard let hold = queues.hold(of: queue) else { return nil }
    if now.wall < hold.ends { return rest(under: hold, look) }
    guard hold.awaitsPrice, let look else { return nil }
    guard look.isNow else { return Rest(ends: look.slot, wakes: look.next) }
    let isWorth = wasAsked ? affords(queue, at: now) : look.worthy.contains(queue)
    // In this minute it may become worth it with every event.
    return isWorth ? nil : Rest(ends: now.wall, wakes: nil)
  }

  private func affords(_ queue: Int, at now: Instant) -> Bool {
    var appraisal = Appraisal(at: local(now), users, allowance)
    return queues.affords(queue, &appraisal)
  }

  /// The same while something else than the price holds it.
  private func rest(under hold: QueueHold, _ look: PriceLook?) -> Rest {
    guard hold.awaitsPrice, hold.ends < WallTime(nanoseconds: .max), let next = look?.next else {
      return Rest(until: hold.ends)
    }
    let ends = LocalTime(hold.ends, zoneSeconds: zoneSeconds)
    return Rest(ends: hold.ends, wakes: UserHabit.isLook(ends) ? hold.ends : max(hold.ends, next))
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
    let known = gate.nextPrice.flatMap { $0 > now.wall ? $0 : nil }
    let next = known ?? firstPrice(behind: gate, at: now)
    queues.set(nextPrice: next, of: index)
    lanes.lookAgain(at: gate.lane, next)
  }

  private func firstPrice(behind gate: QueueTable.Gate, at now: Instant) -> WallTime {
    let time = local(now)
    let end = time + settings.energy.looksAhead
    var slot = UserHabit.slot(after: time)
    while slot <= end {
      let wall = now.wall + (slot - time)
      var appraisal = Appraisal(at: slot, users, allowance)
      let waiting = gate.queues.filter { awaitsOnlyPrice($0, at: wall) }
      if !queues.affordable(waiting, &appraisal, onlySome: true).isEmpty { return wall }
      slot = slot + UserHabit.slot
    }
    return now.wall + settings.energy.looksAhead
  }
}

extension Reason {
  /// Until when `verdict` holds whatever the device does, unless the app changes; nil where nobody
  /// knows.
  func ends(_ verdict: Verdict, of policy: any Policy, on candidate: Candidate) -> WallTime? {
    if traits.end == .app { return WallTime(nanoseconds: .max) }
    let isOnBattery = candidate.device.onBattery.value || candidate.raw.isOnBattery
    if traits.end == .timeOrMains && !isOnBattery { return nil }
    return policy.lifts(verdict, on: candidate)
  }
}
