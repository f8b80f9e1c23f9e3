/// Repetition: at most one run in each interval, whatever the clock does meanwhile.
package struct Period: Hashable, Codable, Sendable {
  package var every: Duration
  /// Intervals are counted from here, so that a late run does not shift the ones after it.
  package var anchor: WallTime
  /// The latest date, counted from the last success.
  package var latestAfter: Duration?

  package init(every: Duration, anchor: WallTime, latestAfter: Duration? = nil) {
    self.every = every
    self.anchor = anchor
    self.latestAfter = latestAfter
  }

  /// The window after a success: it opens with the interval after the one that `success` falls
  /// into, and not before half an interval has passed (Apple's default delay, `xpc/activity.h`).
  package func window(after success: WallTime, atLatest: AtLatest) -> Window {
    let elapsed = (success - anchor).nanoseconds
    let length = max(1, every.nanoseconds)
    let passed = elapsed >= 0 ? elapsed / length : -1
    let next = anchor + .nanoseconds((passed + 1) * length)
    let opens = max(next, success + every / 2)
    let latest = latestAfter.map { max(success + $0, opens) }
    return Window(opens: opens, latest: latest, atLatest: atLatest)
  }
}
