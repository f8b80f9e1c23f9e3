import Scheduling
import Simulation

/// The refreshes that a learning rule starts in the current slot of time. The rule scores them at the beginning of each
/// slot, and after an open if it has to.
struct RefreshChoice: Sendable {
  private(set) var allowance: RefreshAllowance
  private let perDay: Int
  private var chosen: Set<RequestKey> = []
  /// The beginning of the slot for which the choice was made; `nil` if it must be made again.
  private var decided: WallTime?

  /// The time for which a refresh is fresh.
  static let freshness = Freshness.lasts
  /// The longest slot, and the shortest time between two refreshes of an app.
  private static let longest = Duration.hours(1)
  private static let shortest = Duration.minutes(15)

  init(perDay: Int) {
    self.perDay = max(1, perDay)
    allowance = RefreshAllowance(perDay: perDay)
  }

  /// Returns the shortest time between two refreshes of an app: the hour for which one is fresh, or less if the apps
  /// are too few for the allowance.
  func rest(_ view: BaselineView) -> Duration {
    let needed = Duration.days(1) * view.refreshes / perDay
    return max(Self.shortest, min(Self.longest, needed))
  }

  /// Returns until when `task` needs no refresh: for the time `rest` after its last start and its app's last open,
  /// which refreshes the app itself. A past moment if it needs one.
  func covered(_ task: BaselineTask, _ view: BaselineView, rest: Duration) -> WallTime {
    let never = WallTime(nanoseconds: .min / 2)
    let opened = task.app.flatMap { view.opened[$0] } ?? never
    return max(task.past.lastStart ?? never, opened) + rest
  }

  /// Accrues the allowance. Returns whether the choice must be made: once in each slot of `length`, on the user's
  /// clocks, and after `invalidate()`.
  mutating func isDue(every length: Duration, _ view: BaselineView) -> Bool {
    // Rubato's refreshes are counted from their first submission.
    guard view.refreshes > 0 else { return false }
    allowance.accrue(until: view.now.wall)
    let slot = view.slotStart(of: length)
    guard decided != slot else { return false }
    decided = slot
    return true
  }

  /// Makes the next call of `isDue` return true.
  mutating func invalidate() { decided = nil }

  /// Chooses those of `scored` that reach `bar`, the best first, as long as the allowance permits. If the allowance is
  /// full, the best is chosen in any case.
  mutating func choose(_ scored: [(task: BaselineTask, score: Double)], from bar: Double) {
    chosen = []
    var allowance = allowance
    let ranked = scored.sorted {
      $0.score != $1.score ? $0.score > $1.score : $0.task.past.isOlder(than: $1.task.past)
    }
    for (task, score) in ranked {
      let isWorth = score >= bar && score > 0
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
    return midnight + .nanoseconds((local - midnight).nanoseconds / length * length) - zone
  }
}

extension [Double] {
  /// Returns the least of the first `count` numbers, which are the greatest. 0 if there are fewer; infinite if `count`
  /// is less than a half.
  func bar(ofBest count: Double) -> Double {
    let place = Int(bounded: count.rounded())
    guard place > 0 else { return .infinity }
    return place <= self.count ? self[place - 1] : 0
  }
}
