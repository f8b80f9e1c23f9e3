// Bounds that keep a mistyped number from switching quotas off, or from making the ledger remember
// for ever; Android has the same ones.
extension QuotaSettings {
  static let longestAllowed = Duration.hours(24)
  static let longestWindow = Duration.hours(24)
  static let longestRestrictedWindow = Duration.days(7)
  static let longestBuffer = Duration.minutes(5)
  static let longestCoalescing = Duration.minutes(15)
  static let longestRateWindow = Duration.minutes(15)

  /// With every number within its bounds.
  package var clamped: QuotaSettings {
    var clamped = self
    clamped.exempted = exempted.clamped(to: Self.longestWindow)
    clamped.active = active.clamped(to: Self.longestWindow)
    clamped.working = working.clamped(to: Self.longestWindow)
    clamped.frequent = frequent.clamped(to: Self.longestWindow)
    clamped.rare = rare.clamped(to: Self.longestWindow)
    clamped.restricted = restricted.clamped(to: Self.longestRestrictedWindow)
    clamped.dailyCap = dailyCap.clamped(to: Self.longestAllowed)
    clamped.buffer = buffer.clamped(to: Self.longestBuffer)
    clamped.coalescing = coalescing.clamped(to: Self.longestCoalescing)
    clamped.rateWindow = rateWindow.clamped(to: Self.longestRateWindow)
    return clamped
  }
}

extension TierLimits {
  fileprivate func clamped(to longestWindow: Duration) -> TierLimits {
    var clamped = self
    clamped.window = window.clamped(to: longestWindow)
    clamped.allowed = min(allowed.clamped(to: QuotaSettings.longestAllowed), clamped.window)
    clamped.expedited = expedited.clamped(to: QuotaSettings.longestAllowed)
    clamped.runs = max(0, runs)
    clamped.sessions = max(0, sessions)
    return clamped
  }
}

extension Duration {
  fileprivate func clamped(to longest: Duration) -> Duration {
    max(.zero, min(self, longest))
  }
}
