// Most pending requests wait because of their app: its last run was recent, its quota is used up, or it is not worth
// its price. The reason is the same for a whole class. It applies until a known moment, or until one of its inputs is
// touched, and is not evaluated before.

// In this file, a class is a `RequestClass` (requests that differ only in identifiers and windows), not a class of
// kinds.

/// The comparison of worths with the price for the classes of a profile.
struct PriceCheck {
  var times: PriceTimes
  /// The search for the first moment at which a refresh for one of the classes may be worth its price; `nil` if that is
  /// the next slot, since it is unknown.
  var search: PriceSearch?
  /// The classes that were worth their price at the comparison.
  var worthy: [Int] = []
}

/// The times of a comparison of worths with the price. It is read for each class, and has no references.
struct PriceTimes {
  /// The next moment at which worths are compared.
  var nextSlot: WallTime
  /// Whether the first worthy moment is sought; otherwise it may be the next slot.
  var hasSearch: Bool
  /// Whether worths are compared now because of the calendar.
  var isSlot = false
  /// The moment of the comparison; `nil` if worths are not compared now.
  var compared: WallTime?

  /// Returns the time until `end`, with a wake at the first worthy moment that is not before `notBefore`.
  func recheckTime(ends end: WallTime, notBefore: WallTime) -> RecheckTime {
    if hasSearch { return RecheckTime(ends: end, wakes: nil, forPrice: notBefore) }
    return RecheckTime(ends: end, wakes: notBefore > nextSlot ? notBefore : nextSlot)
  }
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
  /// Returns the stored search for the next moment at which a request of the profile may be worth its price. `nil` if
  /// there is none, or if that moment is before `slot`.
  fileprivate func nextPrice(from slot: WallTime) -> PriceSearch? {
    guard let nextPrice, nextPrice.moment(until: slot - .nanoseconds(1)) >= slot else { return nil }
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
    let search = profile.nextPrice(from: slot)
    var check = PriceCheck(
      times: PriceTimes(nextSlot: slot, hasSearch: search != nil), search: search)
    let time = context.clocks.local(now)
    guard context.comparesWorths(at: now) else { return check }
    check.times.isSlot = UserHabit.isSlot(time)
    if let known = profile.comparison, known.applies(at: now.wall) {
      (check.times.compared, check.worthy) = (known.begins, known.worthy)
      return check
    }
    var valuation = context.batchValuation(at: time)
    check.worthy = classes.affordable(profile.classes, at: now.wall, &valuation)
    check.times.compared = now.wall
    classes.set(PriceComparison(begins: now.wall, ends: slot, worthy: check.worthy), of: index)
    return check
  }

  /// Returns the time for which no request of the class at `index` can start because of its app; `nil` if the class
  /// must be evaluated. Uses the hold that an earlier evaluation has stored, and the result of the comparison.
  ///
  /// - Parameters:
  ///   - times: The times of the comparison of worths with the price; `nil` if the kind has no price.
  ///   - worthy: The classes that were worth their price at the comparison.
  ///   - wasEvaluated: Whether the class was evaluated after the comparison, so that its hold may be newer.
  func recheckTime(
    of index: Int, _ times: PriceTimes?, _ worthy: [Int], _ context: Context, wasEvaluated: Bool,
    at now: Instant
  ) -> RecheckTime? {
    guard let hold = classes.hold(of: index) else { return nil }
    // Another reason than the price still applies.
    if now.wall < hold.ends { return recheckTime(under: hold, times, context) }
    guard hold.awaitsPrice, let times else { return nil }
    // Worths are not compared now, so the price holds the class until they are.
    guard let compared = times.compared else {
      return times.recheckTime(ends: times.nextSlot, notBefore: WallTime(nanoseconds: .min))
    }
    // A class with another hold at the time of the comparison was not compared.
    let mayBeOutdated = wasEvaluated || hold.ends > compared
    let isAffordable =
      mayBeOutdated ? affords(index, context, at: now) : worthy.contains(index)
    // No own wake: an open, which changes worths suddenly, touches prices. Slow changes wait for the next wake of the
    // profile, which the caller schedules for all of its classes.
    return isAffordable ? nil : RecheckTime(ends: times.nextSlot, wakes: nil)
  }

  /// Returns whether a refresh for the class at `index` is worth its price now.
  private func affords(_ index: Int, _ context: Context, at now: Instant) -> Bool {
    var valuation = context.batchValuation(at: context.clocks.local(now))
    return classes.affords(index, &valuation)
  }

  /// Returns the time for which a class cannot start under `hold`, while that applies for another reason than the
  /// price. If the class also waits for its price, it can start at the first worthy moment after the hold. It can start
  /// at the end of the hold if that is a slot.
  private func recheckTime(under hold: AppHold, _ times: PriceTimes?, _ context: Context)
    -> RecheckTime
  {
    let never = WallTime(nanoseconds: .max)
    guard hold.awaitsPrice, hold.ends < never, let times else { return RecheckTime(hold.ends) }
    let endsAtSlot = UserHabit.isSlot(context.clocks.local(hold.ends))
    return endsAtSlot
      ? RecheckTime(ends: hold.ends, wakes: hold.ends)
      : times.recheckTime(ends: hold.ends, notBefore: hold.ends)
  }

  /// Adds a wake at the first slot of the calendar at which a class of the profile `index` is worth its price, if
  /// nothing is touched until then. Called if none is worth it now. The search is stored for later calls.
  ///
  /// - Parameter search: The search to which `recheck` refers, which is replaced by that of the slot.
  mutating func seekNextPrice(
    behind index: Int, _ context: Context, at now: Instant, _ recheck: inout RecheckTime,
    _ search: inout PriceSearch?
  ) {
    guard let profile = classes.profile(index) else { return }
    // This slot is already checked.
    let slot = context.nextSlot(after: now)
    let next =
      profile.nextPrice(from: slot) ?? classes.priceSearch(profile.classes, context, after: now)
    classes.set(nextPrice: next, of: index)
    // Seldom, since this check has stored another hold: the earlier search is finished.
    if let search, let notBefore = recheck.wakesForPrice, search !== next {
      let known = SoughtWake(notBefore: notBefore, search: search)
      recheck.addWake(known.moment(until: WallTime(nanoseconds: .max)))
    }
    (recheck.wakesForPrice, search) = (WallTime(nanoseconds: .min), next)
  }
}
