/// The background limits of an app of one tier, on battery, in a rolling window.
package struct TierLimits: Hashable, Sendable {
  package var window: Duration
  /// Run time in the window. If it equals the window, only the daily cap applies.
  package var allowed: Duration
  package var runs: Int
  package var sessions: Int
  /// The time of expedited runs that began in the last day.
  package var expedited: Duration

  package init(
    window: Duration, allowed: Duration, runs: Int, sessions: Int, expedited: Duration
  ) {
    self.window = window
    self.allowed = allowed
    self.runs = runs
    self.sessions = sessions
    self.expedited = expedited
  }

  /// Whether less than the whole window is allowed; otherwise only the daily cap applies.
  package var bindsTime: Bool { allowed < window }

  /// Returns the limits with the additions of `bumps`, which an app gets when it is opened.
  func raised(by bumps: some Sequence<QuotaBonus>) -> TierLimits {
    bumps.reduce(into: self) { limits, bump in
      limits.allowed += bump.time
      limits.runs += bump.runs
      limits.sessions += bump.sessions
    }
  }
}
