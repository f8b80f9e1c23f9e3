/// Repetition: at most one run in each interval, whatever the clock does meanwhile.
package struct Period: Hashable, Codable, Sendable {
  package var every: Duration
  /// Intervals are counted from here, so that a late run does not shift the ones after it.
  package var anchor: WallTime
  /// The length of the first window. Where it is longer than an interval, later latest dates are
  /// counted from the last success; where it is shorter, from the beginning of the interval, so
  /// that work of the night stays work of the night.
  package var latestAfter: Duration?

  package init(every: Duration, anchor: WallTime, latestAfter: Duration? = nil) {
    self.every = every
    self.anchor = anchor
    self.latestAfter = latestAfter
  }

  /// The window after a success: it opens with the interval after the one that `success` falls
  /// into, and not before half an interval has passed (Apple's default delay, `xpc/activity.h`).
  /// Where the window of that interval would have closed by then, the one after it is taken.
  package func window(after success: WallTime, atLatest: AtLatest) -> Window {
    let earliest = success + every / 2
    var begins = interval(after: success)
    if let latestAfter, begins + latestAfter <= earliest { begins = begins + every }
    return Window(
      opens: max(begins, earliest), latest: latest(from: begins, after: success),
      atLatest: atLatest)
  }

  /// The latest date of the window of the interval that begins at `begins`: every window stays
  /// open as long as the first, or for an interval where that is shorter.
  package func latest(from begins: WallTime, after success: WallTime?) -> WallTime? {
    guard let latestAfter else { return nil }
    guard let success else { return begins + latestAfter }
    return max(success + latestAfter, begins + min(latestAfter, every))
  }

  /// The same rhythm, with an anchor that is not after `moment`.
  package func begun(by moment: WallTime) -> Period {
    let ahead = (anchor - moment).nanoseconds
    guard ahead > 0 else { return self }
    let length = max(1, every.nanoseconds)
    var begun = self
    begun.anchor = anchor - .nanoseconds((ahead - 1) / length * length) - .nanoseconds(length)
    return begun
  }

  /// Whether an interval begins at `moment`.
  package func hasInterval(at moment: WallTime) -> Bool {
    (moment - anchor).nanoseconds % max(1, every.nanoseconds) == 0
  }

  /// Where the interval begins that follows the one that `moment` falls into.
  private func interval(after moment: WallTime) -> WallTime {
    let elapsed = (moment - anchor).nanoseconds
    let length = max(1, every.nanoseconds)
    let passed = elapsed >= 0 ? elapsed / length : -1
    return anchor + .nanoseconds((passed + 1) * length)
  }
}
