/// The reasons that hold requests although the device permits them: better future moments, and an interval that may end
/// too soon. For all requests behind one gate, at one moment.
struct GateThresholds {
  /// The reason that holds one request.
  struct Hold: Hashable {
    var reason: Reason
    /// The time until only time may change that; `nil` if it does not.
    var lasts: Duration?
  }

  /// The terms by which thresholds distinguish requests. Requests with equal terms share a threshold and a hold: the
  /// terms are the key of `holds`.
  struct Terms: Hashable {
    /// The hour in which the window, or the lifetime, ends.
    var end: LocalTime
    /// The longest expected time with better scores for which the request does not wait. It follows from the length of
    /// the window (`ForecastSettings.patience(for:)`).
    var patience: Duration
    /// The expected length of a run.
    var length: Duration

    /// Creates the terms of a request whose window lasts from `opens` to `end`, and whose run is expected to take
    /// `length`. The end and the length of the window are rounded down to whole hours, so that many requests have equal
    /// terms. The length of the run is not rounded.
    init(
      opens: WallTime, end: WallTime, length: Duration, zoneSeconds: Int,
      settings: ForecastSettings
    ) {
      self.end = LocalTime(end, zoneSeconds: zoneSeconds).startOfHour
      let hoursOfWindow = Int(bounded: (end - opens).seconds / 3600)
      patience = settings.patience(for: .hours(hoursOfWindow))
      self.length = length
    }
  }

  /// The time after which an interval that may end too soon is checked again.
  static let recheckInterval = Duration.minutes(10)

  let distribution: ForecastDistribution
  /// The present score of the device, without the app.
  let score: Double
  /// The present interval; `nil` if no end of an interval would end a run.
  let interval: DurationForecast?
  let now: LocalTime
  private var holds: [Terms: Hold?] = [:]

  /// Whether requests wait for better moments.
  let awaitsBetter: Bool

  /// Creates the thresholds for requests that have the score `score` at `now`.
  ///
  /// - Parameter interval: The forecast of how long the needed state lasts; `nil` if none is needed.
  /// - Parameter awaitsBetter: Whether requests wait for better moments; otherwise only for surer ones.
  init(
    _ distribution: ForecastDistribution, score: Double, interval: DurationForecast?,
    awaitsBetter: Bool = true, now: LocalTime
  ) {
    self.awaitsBetter = awaitsBetter
    (self.distribution, self.score, self.interval, self.now) = (distribution, score, interval, now)
  }

  /// Returns the threshold; `nil` if any permitted moment is accepted, also while the device's own days are not known.
  func threshold(_ terms: Terms) -> Double? {
    guard awaitsBetter else { return nil }
    return distribution.threshold(at: now, until: terms.end, patience: terms.patience).score
  }

  /// Returns the reason that holds a request of these terms, and caches it; `nil` if there is none.
  mutating func hold(of terms: Terms) -> Hold? {
    if let answer = holds[terms] { return answer }
    let answer = uncachedHold(of: terms)
    holds[terms] = answer
    return answer
  }

  /// Returns the reason that holds a request of these terms, and for how long; `nil` if there is none. Not cached,
  /// unlike `hold`.
  func uncachedHold(of terms: Terms) -> Hold? {
    if let threshold = threshold(terms), score <= threshold {
      // Habits are evaluated again each hour, and the threshold with them.
      let nextCheck = min(timeOfThresholdFall(terms), now.startOfHour + .hours(1))
      return Hold(reason: .betterMoment, lasts: nextCheck - now)
    }
    let permitted = distribution.permittedTime(from: now, until: terms.end)
    // After the end of the window, no later interval is worth the wait.
    guard let interval, terms.end > now, !interval.isSure(of: terms.length, permitted: permitted)
    else {
      return nil
    }
    let wait = interval.wait(forSureStartOf: terms.length, permitted: permitted)
    // The interval becomes more certain with its age, which `wait` includes. The chances of the following hours also
    // change; only a repeated check notices that.
    let lasts = min(wait ?? Self.recheckInterval, Self.recheckInterval, terms.end - now)
    return Hold(reason: .unstableConditions, lasts: lasts)
  }

  /// Returns the time at which the threshold falls below the present score, if nothing else changes; the end of the
  /// window if it does not fall so far before.
  private func timeOfThresholdFall(_ terms: Terms) -> LocalTime {
    // From one fall of the threshold to the next. A change that is not later than the last one would never end.
    var moment = now
    while let next = distribution.nextChange(
      after: moment, until: terms.end, patience: terms.patience), next > moment
    {
      moment = next
      let threshold = distribution.threshold(at: moment, until: terms.end, patience: terms.patience)
      if threshold.isExceeded(by: score) { return moment }
    }
    return terms.end
  }
}
