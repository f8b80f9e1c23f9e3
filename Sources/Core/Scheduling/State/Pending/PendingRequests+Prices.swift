// Most pending requests wait because of their app: its last run was recent, its quota is used up, or it is not worth
// its price. The reason is the same for a whole class. It applies until a known moment, or until one of its inputs is
// touched, and is not evaluated before.

/// A price check of the classes of a profile with a price.
struct PriceLook {
  /// The next moment at which worths are compared.
  var slot: WallTime
  /// The first moment at which one of them may be worth its price.
  var next: WallTime
  /// Whether worths are compared now because of the calendar.
  var isSlot = false
  /// The result of the last comparison; `nil` if worths are not compared now.
  var comparison: PriceComparison?
}

/// The classes that were worth their price, of those held only for it at the comparison. The result is reused in the
/// minute in which they may start, unless prices are touched.
struct PriceComparison: Sendable {
  var begins: WallTime
  /// The next slot, which compares again.
  var ends: WallTime
  var worthy: [Int]

  func holds(at moment: WallTime) -> Bool { moment >= begins && moment < ends }
}

extension PendingRequests {
  /// Returns the price check shared by all classes of the profile `index`; `nil` if its kind has no price.
  mutating func priceLook(
    behind index: Int, _ profile: ClassTable.Profile, _ context: Context, at now: Instant
  ) -> PriceLook? {
    guard settings.value.rules(of: profile.gates.kind).isPriced else { return nil }
    let slot = context.nextSlot(after: now)
    var look = PriceLook(
      slot: slot, next: profile.nextPrice.flatMap { $0 >= slot ? $0 : nil } ?? slot)
    let time = context.clocks.local(now)
    guard context.isLook(at: now) else { return look }
    look.isSlot = UserHabit.isSlot(time)
    look.comparison = profile.comparison.flatMap { $0.holds(at: now.wall) ? $0 : nil }
    guard look.comparison == nil else { return look }
    var appraisal = context.appraisal(at: time)
    let worthy = classes.affordable(
      classes.awaitingPrice(profile.classes, at: now.wall), &appraisal)
    let comparison = PriceComparison(begins: now.wall, ends: slot, worthy: worthy)
    classes.set(comparison, of: index)
    look.comparison = comparison
    return look
  }

  /// Returns how long no request of the class can start because of its app; `nil` if it must be evaluated.
  ///
  /// - Parameter wasAsked: Whether it was evaluated in this check, so that it may have another hold now.
  func heldUntil(
    _ index: Int, _ look: PriceLook?, _ context: Context, wasAsked: Bool, at now: Instant
  ) -> Until? {
    guard let hold = classes.hold(of: index) else { return nil }
    if now.wall < hold.ends { return until(under: hold, look, context) }
    guard hold.awaitsPrice, let look else { return nil }
    guard let comparison = look.comparison else {
      return Until(ends: look.slot, wakes: look.next)
    }
    // A class with another hold at the time of the comparison was not compared.
    let isWorth =
      wasAsked || hold.ends > comparison.begins
      ? affords(index, context, at: now) : comparison.worthy.contains(index)
    // Its worth changes with the next open, which touches prices, and otherwise slowly.
    return isWorth ? nil : Until(ends: look.slot, wakes: nil)
  }

  private func affords(_ index: Int, _ context: Context, at now: Instant) -> Bool {
    var appraisal = context.appraisal(at: context.clocks.local(now))
    return classes.affords(index, &appraisal)
  }

  /// Returns how long it cannot start while another hold than the price applies.
  private func until(under hold: AppHold, _ look: PriceLook?, _ context: Context) -> Until {
    guard hold.awaitsPrice, hold.ends < WallTime(nanoseconds: .max), let next = look?.next else {
      return Until(hold.ends)
    }
    let ends = context.clocks.local(hold.ends)
    return Until(
      ends: hold.ends, wakes: UserHabit.isSlot(ends) ? hold.ends : max(hold.ends, next))
  }

  /// Returns the first slot at which a class of the profile is worth its price, if nothing is touched until then.
  /// Called if none is worth it now. It is computed once.
  mutating func nextPrice(behind index: Int, _ context: Context, at now: Instant) -> WallTime? {
    guard let profile = classes.profile(index) else { return nil }
    // This slot is already checked.
    let slot = context.nextSlot(after: now)
    let known = profile.nextPrice.flatMap { $0 >= slot ? $0 : nil }
    let next = known ?? firstPrice(behind: profile, context, at: now)
    classes.set(nextPrice: next, of: index)
    return next
  }

  private func firstPrice(
    behind profile: ClassTable.Profile, _ context: Context, at now: Instant
  ) -> WallTime {
    let time = context.clocks.local(now)
    let end = time + settings.value.energy.looksAhead
    var slot = UserHabit.slot(after: time)
    while slot <= end {
      let wall = now.wall + (slot - time)
      var appraisal = context.appraisal(at: slot)
      let waiting = classes.awaitingPrice(profile.classes, at: wall)
      if !classes.affordable(waiting, &appraisal, onlySome: true).isEmpty { return wall }
      slot = slot + UserHabit.slot
    }
    return now.wall + settings.value.energy.looksAhead
  }
}
