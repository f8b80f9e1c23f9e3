import Scheduling

/// Refreshes at the same distance from each other, day and night, each app in its turn: as a crontab
/// would have it that may do so many of them a day.
struct RefreshRotation: Sendable {
  /// Between one refresh and the next.
  private let distance: Duration
  private var lastTurn = WallTime(nanoseconds: .min / 2)

  init(perDay: Int) {
    distance = Duration.days(1) / max(1, perDay)
  }

  /// When `task` is refreshed next; nil while it is another's turn.
  func start(_ task: BaselineTask, _ view: BaselineView) -> WallTime? {
    let opens = task.request.window.opens
    if opens > view.now.wall { return opens }
    guard view.oldestRefresh == task.request.key else { return nil }
    return turn(notBefore: max(view.before, lastTurn) + .nanoseconds(1))
  }

  mutating func taken(at moment: WallTime) {
    lastTurn = moment
  }

  private func turn(notBefore moment: WallTime) -> WallTime {
    let length = distance.nanoseconds
    return WallTime(nanoseconds: (moment.nanoseconds + length - 1) / length * length)
  }
}
