import Scheduling
import Simulation

/// The refreshes that a learning rule starts in the current slot of time. The rule scores all refreshes at the
/// beginning of each slot, and after an open if it calls `invalidate()`.
struct RefreshChoice: Sendable {
  private(set) var allowance: RefreshAllowance
  private let perDay: Int
  private var chosen: Set<RequestKey> = []
  /// The beginning of the slot for which the choice was made; `nil` if it must be made again.
  private var decidedSlot: WallTime?

  /// The time for which a refresh is fresh.
  static let freshness = Freshness.duration
  /// The limits of `spacing`.
  private static let longestSpacing = Duration.hours(1)
  private static let shortestSpacing = Duration.minutes(15)

  init(perDay: Int) {
    // `spacing` divides by it. The allowance has the same minimum.
    self.perDay = max(1, perDay)
    allowance = RefreshAllowance(perDay: perDay)
  }

  /// Returns the shortest time between two refreshes of an app: the hour for which one is fresh, or less if the apps
  /// are too few for the allowance.
  func spacing(_ view: BaselineView) -> Duration {
    // The interval at which all apps in turn use the whole allowance.
    let intervalOfAllowance = Duration.days(1) * view.refreshes / perDay
    return max(Self.shortestSpacing, min(Self.longestSpacing, intervalOfAllowance))
  }

  /// Returns the moment until which `task` needs no refresh: the time `spacing` after its last start and its app's last
  /// open, which refreshes the app itself. A past moment if it needs one.
  func freshUntil(_ task: BaselineTask, _ view: BaselineView, spacing: Duration) -> WallTime {
    let never = WallTime(nanoseconds: .min / 2)
    let opened = task.app.flatMap { view.opened[$0] } ?? never
    return max(task.past.lastStart ?? never, opened) + spacing
  }

  /// Accrues the allowance. Returns whether the choice must be made: once in each slot of `length`, on the user's
  /// clocks, and after `invalidate()`.
  mutating func isDue(every length: Duration, _ view: BaselineView) -> Bool {
    // The allowance has as many refreshes a day as the scheduler, whose number is counted from the first submission of
    // a refresh.
    guard view.refreshes > 0 else { return false }
    allowance.accrue(until: view.now.wall)
    let slot = view.slotStart(of: length)
    guard decidedSlot != slot else { return false }
    decidedSlot = slot
    return true
  }

  /// Makes the next call of `isDue` return true. Called after an open, which changes the scores.
  mutating func invalidate() { decidedSlot = nil }

  /// Chooses those of `scored` that reach `bar`, the best first, as long as the allowance permits. If the allowance is
  /// full, the best is chosen in any case.
  mutating func choose(_ scored: [(task: BaselineTask, score: Double)], from bar: Double) {
    chosen = []
    // A copy: the allowance itself counts refreshes that have started.
    var allowance = allowance
    let ranked = scored.sorted {
      $0.score != $1.score ? $0.score > $1.score : $0.task.past.isOlder(than: $1.task.past)
    }
    for (task, score) in ranked {
      let isWorth = score >= bar && score > 0
      // A full allowance would lose a refresh, so the best task gets it. The remaining tasks have no higher score.
      guard allowance.permitsStart && (isWorth || allowance.isFull) else { return }
      chosen.insert(task.request.key)
      allowance.noteStart()
    }
  }

  /// Returns the time at which a refresh starts: now if it is chosen, otherwise the next slot in its window.
  func startTime(
    of task: BaselineTask, every length: Duration, _ view: BaselineView
  ) -> WallTime {
    chosen.contains(task.request.key)
      ? view.now.wall : max(task.request.window.opens, view.slotStart(of: length) + length)
  }

  mutating func noteStart(of task: BaselineTask) {
    chosen.remove(task.request.key)
    allowance.noteStart()
  }
}

extension BaselineView {
  /// Returns the beginning of the present slot of `length`, counted from midnight of the user's clocks.
  fileprivate func slotStart(of length: Duration) -> WallTime {
    let zone = Duration.seconds(zoneSeconds)
    let local = now.wall + zone
    let midnight = WallTime(day: local.day())
    let length = length.nanoseconds
    let pastSlots = (local - midnight).nanoseconds / length
    return midnight + .nanoseconds(pastSlots * length) - zone
  }
}

extension [Double] {
  /// Returns the least of the first `count` numbers of a list that begins with the greatest. As a bar, `count` numbers
  /// reach it. 0 if there are fewer; infinite if `count` is less than a half.
  func leastOfBest(_ count: Double) -> Double {
    let wholeCount = Int(bounded: count.rounded())
    guard wholeCount > 0 else { return .infinity }
    return wholeCount <= self.count ? self[wholeCount - 1] : 0
  }
}
