// The start of work that the end of an interval would cut off. Most intervals of power on a phone end within minutes,
// but most of its time on power lies in few long nights. A start therefore waits until the interval has proven stable,
// longer if more such time is expected before the window closes. If little time is left, it accepts any interval.
extension ForecastSettings {
  /// Returns the chance of completion that a start needs if `permitted` time is expected until the window closes
  /// (`ForecastDistribution.permittedTime`). It never rises as time passes.
  ///
  /// - Parameter isOwn: Whether the device's own days are known. Average users' days must not delay starts past the
  ///   breaks of this device.
  package func sureness(permitted: Duration, isOwn: Bool = true) -> Double {
    let left = max(0, permitted.seconds)
    return min(
      isOwn ? highestSureness : surenessWithoutForecast, left / (left + betterTimeLeft.seconds))
  }
}

extension DurationForecast {
  /// Whether work that needs `length` can begin in this interval.
  package func isSure(of length: Duration, permitted: Duration) -> Bool {
    chance(of: length) >= sureness(permitted: permitted)
  }

  /// Returns how long the interval must still last, without other changes, until a run of `length` is sure enough to
  /// complete; zero if it is now, `nil` if it will not be within a day. Some 30 us.
  package func wait(forSureStartOf length: Duration, permitted: Duration) -> Duration? {
    guard !isSure(of: length, permitted: permitted) else { return .zero }
    let sureness = sureness(permitted: permitted)
    let sureAge = durations.age(
      from: age, reaching: sureness, of: length, settings: settings)
    // At least a second, so that the caller does not check again in the same moment.
    return sureAge.map { max(.seconds(1), $0 - age) }
  }

  /// Returns the chance of completion that a start needs if `permitted` time is expected until the window closes.
  private func sureness(permitted: Duration) -> Double {
    settings.forecast.sureness(permitted: permitted, isOwn: isOwn)
  }
}
