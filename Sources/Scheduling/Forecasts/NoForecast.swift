/// What holds while habits are known for too few days: processing and maintenance take the first
/// permitted moment at which nobody uses the device, and any permitted one after a third of their
/// window; other kinds take any.
package struct NoForecast: Hashable, Sendable {
  /// Where a moment with a user at the device is good enough; nil where it always is.
  package let takesAny: WallTime?

  /// For a request of `kind` that may run from `opens` and should by `end`.
  package init(_ kind: Kind, opens: WallTime, until end: WallTime, settings: Settings) {
    switch kind {
    case .processing, .maintenance:
      takesAny = Window(opens: opens, latest: end).moment(at: settings.forecast.avoidsUserShare)
    case .refresh, .push, .utility, .userInitiated:
      takesAny = nil
    }
  }

  package func takes(isIdle: Bool, at now: WallTime) -> Bool {
    isIdle || takesAny.map { now >= $0 } ?? true
  }
}
