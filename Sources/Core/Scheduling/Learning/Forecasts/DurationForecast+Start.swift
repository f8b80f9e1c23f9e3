// When to begin work that the end of an interval would cut off. Most intervals of power on a phone are over
// within minutes, and most of its time on power lies in few long nights: so a start waits until the
// spell has shown that it lasts, the longer the more such time is to be expected before the window
// closes, and takes what there is where little is left.
extension ForecastSettings {
  /// The chance of being held that a start needs where `permitted` time is to be expected until the
  /// window closes (`ForecastDistribution.permittedTime`). It never rises as time passes.
  ///
  /// - Parameter isOwn: Whether the device's own days are known. Other people's may not keep it from the breaks that it has.
  package func sureness(permitted: Duration, isOwn: Bool = true) -> Double {
    let left = max(0, permitted.seconds)
    return min(
      isOwn ? highestSureness : surenessWithoutForecast, left / (left + betterTimeLeft.seconds))
  }
}

extension DurationForecast {
  /// Whether work that needs `length` may begin in this interval.
  package func isSure(of length: Duration, permitted: Duration) -> Bool {
    chance(of: length) >= sureness(permitted: permitted)
  }

  /// How long the interval must still last, and nothing else change, until it is sure enough; zero where
  /// it is, nil where it will not be within a day. Some 30 us.
  package func wait(forSureStartOf length: Duration, permitted: Duration) -> Duration? {
    guard !isSure(of: length, permitted: permitted) else { return .zero }
    let sureness = sureness(permitted: permitted)
    let reached = durations.age(
      from: age, reaching: sureness, of: length, settings: settings)
    return reached.map { max(.seconds(1), $0 - age) }
  }

  private func sureness(permitted: Duration) -> Double {
    settings.forecast.sureness(permitted: permitted, isOwn: isOwn)
  }
}
