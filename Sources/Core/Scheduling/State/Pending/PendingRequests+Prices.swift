// Most of what waits does so for the sake of its app: its last run was a moment ago, it has used up
// its quota, it is not worth its price. That is the same for a whole class and holds until a moment that is
// known, or until something is touched that it reads. Until then nobody asks.

/// A look at the classes behind a profile of work that has a price.
struct PriceLook {
  /// The next moment at which worths are compared.
  var slot: WallTime
  /// When the first of them may be worth its price.
  var next: WallTime
  /// Whether worths are compared now, and that is so because of the calendar.
  var isSlot = false
  /// What was found when they were compared last; nil where they are not compared now.
  var comparison: PriceComparison?
}

/// Which classes were worth their price, of those that were held for nothing else when that was compared: it is not asked
/// again at each event of the minute in which they may start, unless prices are touched.
struct PriceComparison: Sendable {
  var begins: WallTime
  /// The next slot, which compares anew.
  var ends: WallTime
  var worthy: [Int]

  func holds(at moment: WallTime) -> Bool { moment >= begins && moment < ends }
}

extension PendingRequests {
  /// What is asked of all classes behind the profile `index` alike.
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

  /// How long nothing of the class can start for the sake of its app; nil where it must be asked.
  ///
  /// - Parameter wasAsked: It was asked in this very look, so it may be held for something else now.
  func heldUntil(
    _ index: Int, _ look: PriceLook?, _ context: Context, wasAsked: Bool, at now: Instant
  ) -> Until? {
    guard let hold = classes.hold(of: index) else { return nil }
    if now.wall < hold.ends { return until(under: hold, look, context) }
    guard hold.awaitsPrice, let look else { return nil }
    guard let comparison = look.comparison else {
      return Until(ends: look.slot, wakes: look.next)
    }
    // What something else held when the others were compared was not.
    let isWorth =
      wasAsked || hold.ends > comparison.begins
      ? affords(index, context, at: now) : comparison.worthy.contains(index)
    // What it is worth changes with the next open, which touches prices, and otherwise slowly.
    return isWorth ? nil : Until(ends: look.slot, wakes: nil)
  }

  private func affords(_ index: Int, _ context: Context, at now: Instant) -> Bool {
    var appraisal = context.appraisal(at: context.clocks.local(now))
    return classes.affords(index, &appraisal)
  }

  /// The same while something else than the price holds it.
  private func until(under hold: AppHold, _ look: PriceLook?, _ context: Context) -> Until {
    guard hold.awaitsPrice, hold.ends < WallTime(nanoseconds: .max), let next = look?.next else {
      return Until(hold.ends)
    }
    let ends = context.clocks.local(hold.ends)
    return Until(
      ends: hold.ends, wakes: UserHabit.isSlot(ends) ? hold.ends : max(hold.ends, next))
  }

  /// Nothing behind the profile is worth its price: the first slot at which something is, if nothing is touched until
  /// then. It is found once.
  mutating func nextPrice(behind index: Int, _ context: Context, at now: Instant) -> WallTime? {
    guard let profile = classes.profile(index) else { return nil }
    // What was to be looked at in this very slot has been.
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
