/// Runs and sessions that an app began in the present rate window, which opens with the first.
package struct RateCounter: Hashable, Sendable {
  /// When the window ends; long ago where none was opened.
  package internal(set) var until = WallTime(nanoseconds: 0)
  package internal(set) var runs = 0
  package internal(set) var sessions = 0

  package init() {}

  mutating func count(
    runs more: Int, sessions moreSessions: Int, at now: WallTime, _ settings: QuotaSettings
  ) {
    if now >= until {
      (runs, sessions) = (0, 0)
      until = now + settings.rateWindow
    }
    runs += more
    sessions += moreSessions
  }

  /// When the limit of the present window ends; nil where it is not reached, or is over.
  func limits(until now: WallTime, _ settings: QuotaSettings) -> WallTime? {
    let isReached =
      runs >= settings.runsPerRateWindow || sessions >= settings.sessionsPerRateWindow
    return isReached && now < until ? until : nil
  }

  mutating func forgetTheFuture(at now: WallTime, _ settings: QuotaSettings) {
    until = min(until, now + settings.rateWindow)
  }
}
