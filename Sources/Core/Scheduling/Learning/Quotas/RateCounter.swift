/// The runs and sessions that an app began in the present rate window, which opens with the first.
package struct RateCounter: Hashable, Sendable {
  /// The end of the window; long ago if none was opened.
  package internal(set) var until = WallTime(nanoseconds: 0)
  package internal(set) var runs = 0
  package internal(set) var sessions = 0

  package init() {}

  /// Adds begun runs and sessions to the present window. If that has ended, opens a new one with zero counts.
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

  /// Returns the end of the present window if it has reached its limit of runs or sessions; `nil` if it has not, or has
  /// ended.
  func limitEnd(at now: WallTime, _ settings: QuotaSettings) -> WallTime? {
    let isReached =
      runs >= settings.runsPerRateWindow || sessions >= settings.sessionsPerRateWindow
    return isReached && now < until ? until : nil
  }

  /// Limits the end of the window to a window's length from `now`, after the clock was set back.
  mutating func forgetTheFuture(at now: WallTime, _ settings: QuotaSettings) {
    until = min(until, now + settings.rateWindow)
  }
}
