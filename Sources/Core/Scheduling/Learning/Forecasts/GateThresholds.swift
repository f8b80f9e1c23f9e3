/// What keeps requests waiting that the device permits: moments to come that are better, and an interval
/// that may end too soon. For all requests behind one gate, at one moment.
struct GateThresholds {
  /// What keeps one request waiting.
  struct Hold: Hashable {
    var reason: Reason
    /// How long until time alone may change that; nil where it does not.
    var lasts: Duration?
  }

  /// As far as thresholds tell requests apart.
  struct Terms: Hashable {
    /// The hour in which the window, or the lifetime, ends.
    var end: LocalTime
    /// Better time that is waited for, from the length of the window in hours.
    var patience: Duration
    /// How long a run is expected to take.
    var length: Duration

    init(
      opens: WallTime, end: WallTime, length: Duration, zoneSeconds: Int,
      settings: ForecastSettings
    ) {
      self.end = LocalTime(end, zoneSeconds: zoneSeconds).startOfHour
      patience = settings.patience(for: .hours(Int(bounded: (end - opens).seconds / 3600)))
      self.length = length
    }
  }

  /// How long it is believed that an interval may end too soon before that is asked anew.
  static let looksAgain = Duration.minutes(10)

  let distribution: ForecastDistribution
  /// What the device scores now, without the app.
  let score: Double
  /// Nil where the end of no interval would end a run.
  let spell: DurationForecast?
  let now: LocalTime
  private var known: [Terms: Hold?] = [:]

  /// Whether better moments are waited for.
  let awaitsBetter: Bool

  init(
    _ distribution: ForecastDistribution, score: Double, spell: DurationForecast?,
    awaitsBetter: Bool = true, now: LocalTime
  ) {
    self.awaitsBetter = awaitsBetter
    (self.distribution, self.score, self.spell, self.now) = (distribution, score, spell, now)
  }

  /// Nil where any permitted moment is taken: also while the device's own days are not known.
  func threshold(_ terms: Terms) -> Double? {
    guard awaitsBetter else { return nil }
    return distribution.bar(at: now, until: terms.end, patience: terms.patience).threshold
  }

  /// What keeps a request of these terms waiting, if anything does; remembered.
  mutating func hold(_ terms: Terms) -> Hold? {
    if let answer = known[terms] { return answer }
    let answer = heldBy(terms)
    known[terms] = answer
    return answer
  }

  func heldBy(_ terms: Terms) -> Hold? {
    if let threshold = threshold(terms), score <= threshold {
      // Habits are weighed anew each hour, and the threshold with them.
      let falls = barFalls(terms).map { min($0, now.startOfHour + .hours(1)) }
      return Hold(reason: .betterMoment, lasts: falls.map { $0 - now })
    }
    let permitted = distribution.permittedTime(from: now, until: terms.end)
    guard let spell, terms.end > now, !spell.isSure(of: terms.length, permitted: permitted) else {
      return nil
    }
    let wait = spell.wait(forSureStartOf: terms.length, permitted: permitted)
    // It grows sure with its age, and also with the hours to come, which no formula foretells.
    let lasts = min(wait ?? Self.looksAgain, Self.looksAgain, terms.end - now)
    return Hold(reason: .unstableConditions, lasts: lasts)
  }

  /// When the threshold falls below the present score, if nothing else changes.
  private func barFalls(_ terms: Terms) -> LocalTime? {
    var moment = now
    while let next = distribution.nextChange(
      after: moment, until: terms.end, patience: terms.patience), next > moment
    {
      moment = next
      let bar = distribution.bar(at: moment, until: terms.end, patience: terms.patience)
      if bar.isCleared(by: score) { return moment }
    }
    return terms.end
  }
}
