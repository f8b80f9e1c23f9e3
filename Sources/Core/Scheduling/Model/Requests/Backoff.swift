/// The delay after a failure, or after a run that asked to be tried later.
package struct Backoff: Hashable, Codable, Sendable {
  package var growth: BackoffGrowth
  /// The delay after the first failure; `nil` if the delay of the settings applies.
  package var first: Duration?

  package init(growth: BackoffGrowth = .exponential, first: Duration? = nil) {
    self.growth = growth
    self.first = first
  }

  /// Returns the delay after the `failures`-th failure in a row, from 1.
  package func delay(after failures: Int, _ settings: Settings) -> Duration {
    delay(after: failures, first: first ?? settings.firstBackoff, longest: settings.longestBackoff)
  }

  /// Returns the delay after the `failures`-th failure in a row, at most `longest`. It grows by `first` with each
  /// failure if it is linear, and doubles if it is exponential.
  package func delay(after failures: Int, first: Duration, longest: Duration) -> Duration {
    switch growth {
    case .linear:
      // Any product of so many failures would be longer, and could overflow.
      return failures < 1_000_000 ? min(first * max(1, failures), longest) : longest
    case .exponential:
      var delay = min(first, longest)
      // After 63 doublings, any delay has reached the longest one.
      for _ in 1..<max(1, min(failures, 64)) {
        delay = min(delay * 2, longest)
      }
      return delay
    }
  }
}
