import Scheduling
import Simulation

/// A rotation of evenly spaced refreshes, day and night, each app in its turn: like a crontab with a number of
/// refreshes a day.
struct RefreshRotation: Sendable {
  /// The time between one refresh and the next.
  private let distance: Duration
  private var lastTurn = WallTime(nanoseconds: .min / 2)

  init(perDay: Int) {
    distance = Duration.days(1) / max(1, perDay)
  }

  /// Returns the beginning of the window of `task` if it is in the future, and otherwise the next turn. `nil` if the
  /// turn belongs to another task, which was refreshed longer ago.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    let opens = task.request.window.opens
    if opens > view.now.wall { return opens }
    guard view.oldestRefresh == task.request.key else { return nil }
    return turn(notBefore: max(view.previousDecision, lastTurn) + .nanoseconds(1))
  }

  /// Records that a refresh has started: the next turn is another task's.
  mutating func noteTurn(at moment: WallTime) {
    lastTurn = moment
  }

  /// Returns the first multiple of `distance` since 1970 that is not before `moment`.
  private func turn(notBefore moment: WallTime) -> WallTime {
    let length = distance.nanoseconds
    let roundedUp = (moment.nanoseconds + length - 1) / length
    return WallTime(nanoseconds: roundedUp * length)
  }
}
