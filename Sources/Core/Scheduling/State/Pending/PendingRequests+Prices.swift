// Most pending requests wait because of their app: its last run was recent, its quota is used up, or it is not worth
// its price. The reason is the same for a whole class. It applies until a known moment, or until one of its inputs is
// touched, and is not evaluated before.

// In this file, a class is a `RequestClass` (requests that differ only in identifiers and windows), not a class of
// kinds.

/// The comparison of worths with the price for the classes of a profile: its times, and its result.
struct PriceCheck {
  /// The next moment at which worths are compared.
  var nextSlot: WallTime
  /// The first moment at which a refresh for one of the classes may be worth its price; `nextSlot` if it is unknown.
  var firstWorthy: WallTime
  /// Whether worths are compared now because of the calendar.
  var isSlot = false
  /// The result of the last comparison; `nil` if worths are not compared now.
  var comparison: PriceComparison?
}

/// The classes that were worth their price, of the classes that only the price held at the comparison. The result is
/// reused in the minute in which these classes may start, unless prices are touched.
struct PriceComparison: Sendable {
  var begins: WallTime
  /// The next slot, which compares again.
  var ends: WallTime
  var worthy: [Int]

  /// Returns whether the result can be reused at `moment`.
  func applies(at moment: WallTime) -> Bool { moment >= begins && moment < ends }
}

extension ClassTable.Profile {
  /// Returns the stored next moment at which a request of the profile may be worth its price. `nil` if there is none,
  /// or if it is before `slot`.
  fileprivate func knownNextPrice(from slot: WallTime) -> WallTime? {
    guard let nextPrice, nextPrice >= slot else { return nil }
    return nextPrice
  }
}

extension PendingRequests {
  /// Returns the result of comparing worths with the price, for all classes of the profile `index`. Compares them if
  /// that is due now and not done yet. `nil` if the kind has no price.
  mutating func priceCheck(
    behind index: Int, _ profile: ClassTable.Profile, _ context: Context, at now: Instant
  ) -> PriceCheck? {
    guard settings.value.rules(of: profile.gates.kind).isPriced else { return nil }
    let slot = context.nextSlot(after: now)
    var check = PriceCheck(
      nextSlot: slot, firstWorthy: profile.knownNextPrice(from: slot) ?? slot)
    let time = context.clocks.local(now)
    guard context.comparesWorths(at: now) else { return check }
    check.isSlot = UserHabit.isSlot(time)
    check.comparison = profile.comparison.flatMap { $0.applies(at: now.wall) ? $0 : nil }
    guard check.comparison == nil else { return check }
    var valuation = context.batchValuation(at: time)
    let worthy = classes.affordable(profile.classes, at: now.wall, &valuation)
    let comparison = PriceComparison(begins: now.wall, ends: slot, worthy: worthy)
    classes.set(comparison, of: index)
    check.comparison = comparison
    return check
  }

  /// Returns the time for which no request of the class at `index` can start because of its app; `nil` if the class
  /// must be evaluated. Uses the hold that an earlier evaluation has stored, and the result of the comparison.
  ///
  /// - Parameter check: The comparison of worths with the price; `nil` if the kind has no price.
  /// - Parameter wasEvaluated: Whether the class was evaluated after that comparison, so that its hold may be newer.
  func recheckTime(
    of index: Int, _ check: PriceCheck?, _ context: Context, wasEvaluated: Bool, at now: Instant
  ) -> RecheckTime? {
    guard let hold = classes.hold(of: index) else { return nil }
    // Another reason than the price still applies.
    if now.wall < hold.ends { return recheckTime(under: hold, check, context) }
    guard hold.awaitsPrice, let check else { return nil }
    // Worths are not compared now, so the price holds the class until they are.
    guard let comparison = check.comparison else {
      return RecheckTime(ends: check.nextSlot, wakes: check.firstWorthy)
    }
    // A class with another hold at the time of the comparison was not compared.
    let mayBeOutdated = wasEvaluated || hold.ends > comparison.begins
    let isAffordable =
      mayBeOutdated ? affords(index, context, at: now) : comparison.worthy.contains(index)
    // No own wake: an open, which changes worths suddenly, touches prices. Slow changes wait for the next wake of the
    // profile, which the caller schedules for all of its classes.
    return isAffordable ? nil : RecheckTime(ends: check.nextSlot, wakes: nil)
  }

  /// Returns whether a refresh for the class at `index` is worth its price now.
  private func affords(_ index: Int, _ context: Context, at now: Instant) -> Bool {
    var valuation = context.batchValuation(at: context.clocks.local(now))
    return classes.affords(index, &valuation)
  }

  /// Returns the time for which a class cannot start under `hold`, while that applies for another reason than the
  /// price. If the class also waits for its price, it can start at the first worthy moment after the hold. It can start
  /// at the end of the hold if that is a slot.
  private func recheckTime(under hold: AppHold, _ check: PriceCheck?, _ context: Context)
    -> RecheckTime
  {
    let never = WallTime(nanoseconds: .max)
    guard hold.awaitsPrice, hold.ends < never, let firstWorthy = check?.firstWorthy
    else { return RecheckTime(hold.ends) }
    let endsAtSlot = UserHabit.isSlot(context.clocks.local(hold.ends))
    return RecheckTime(
      ends: hold.ends, wakes: endsAtSlot ? hold.ends : max(hold.ends, firstWorthy))
  }

  /// Returns the first slot of the calendar at which a class of the profile `index` is worth its price, if nothing is
  /// touched until then. Called if none is worth it now. The result is stored for later calls.
  mutating func nextPrice(behind index: Int, _ context: Context, at now: Instant) -> WallTime? {
    guard let profile = classes.profile(index) else { return nil }
    // This slot is already checked.
    let slot = context.nextSlot(after: now)
    let next = profile.knownNextPrice(from: slot) ?? firstPrice(behind: profile, context, at: now)
    classes.set(nextPrice: next, of: index)
    return next
  }

  /// Returns the first slot after `now` at which a class of the profile is worth its price. If there is none within
  /// `looksAhead`, returns the end of that time.
  private func firstPrice(
    behind profile: ClassTable.Profile, _ context: Context, at now: Instant
  ) -> WallTime {
    let time = context.clocks.local(now)
    let end = time + settings.value.energy.looksAhead
    var slot = UserHabit.slot(after: time)
    var valuation = context.batchValuation(at: slot)
    while slot <= end {
      let slotOnWallClock = now.wall + (slot - time)
      let worthy = classes.affordable(
        profile.classes, at: slotOnWallClock, &valuation, onlySome: true)
      if !worthy.isEmpty { return slotOnWallClock }
      slot = slot + UserHabit.slot
      valuation.move(to: slot)
    }
    return now.wall + settings.value.energy.looksAhead
  }
}
