import Synchronization

/// The search for the first slot of the calendar at which a refresh for one of the classes of a profile is worth its
/// price, if nothing is touched until then. It goes only as far as it is asked to: most searches are replaced after an
/// event that comes before their first slot.
///
/// Its inputs stay as they were at its beginning. It only remembers how far it has searched, so that copies of the
/// scheduler can share it.
final class PriceSearch: Sendable {
  /// A class that is held for its price.
  struct WaitingClass: Sendable {
    var index: Int
    /// The end of its holds for other reasons.
    var heldUntil: WallTime
  }

  private struct Progress {
    /// The first slot that is not searched yet.
    var next: LocalTime
    /// The result; `nil` if it is not found yet.
    var found: WallTime?
  }

  private let classes: [WaitingClass]
  private let apps: PricedApps
  private let prices: BatchValuation.Inputs
  private let begins: Instant
  private let time: LocalTime
  private let looksAhead: Duration
  private let progress: Mutex<Progress>

  /// Prepares a search from the first slot after `now` on.
  ///
  /// - Parameter classes: The classes of the profile that are held for their price, with their values in `apps`.
  init(
    _ classes: [WaitingClass], of apps: PricedApps, _ context: Context, after now: Instant
  ) {
    (self.classes, self.apps, begins) = (classes, apps, now)
    prices = context.valuationInputs
    time = context.clocks.local(now)
    looksAhead = context.settings.value.energy.looksAhead
    progress = Mutex(Progress(next: UserHabit.slot(after: time)))
  }

  /// Returns the first slot at which a refresh is worth its price; if there is none within `looksAhead`, the end of
  /// that time. If the result is after `horizon`, the search may end there: it then returns a moment after `horizon`
  /// that is not after the result.
  func moment(until horizon: WallTime) -> WallTime {
    progress.withLock { progress in
      if let found = progress.found { return found }
      let earliest = begins.wall + min(progress.next - time, looksAhead)
      return earliest > horizon ? earliest : search(until: horizon, &progress)
    }
  }

  /// Continues the search, at least up to its next slot.
  private func search(until horizon: WallTime, _ progress: inout Progress) -> WallTime {
    var valuation = BatchValuation(at: progress.next, prices)
    while progress.next <= time + looksAhead {
      let slot = begins.wall + (progress.next - time)
      if slot > horizon { return slot }
      let waiting = classes.lazy.filter { $0.heldUntil <= slot }.map(\.index)
      if !valuation.affordable(waiting, of: apps, onlySome: true).isEmpty {
        progress.found = slot
        return slot
      }
      progress.next = progress.next + UserHabit.slot
      valuation.move(to: progress.next)
    }
    let end = begins.wall + looksAhead
    progress.found = end
    return end
  }
}

/// A wake of the scheduler at the moment that a search finds, which need not be known before it comes near.
struct SoughtWake: Sendable {
  /// The wake is not before this moment, even if the search finds an earlier one.
  var notBefore: WallTime
  var search: PriceSearch

  /// Returns the moment of the wake; if that is after `horizon`, possibly a moment between the two.
  func moment(until horizon: WallTime) -> WallTime {
    notBefore > horizon ? notBefore : max(notBefore, search.moment(until: horizon))
  }
}
