/// The expected permitted time of a class of requests, by score.
///
/// The distribution depends only on the class and the forecast, not on the moment or a request's window. It therefore
/// serves every request with the same scores (some 50 us to make, 20 KB at most). Each query about one window costs at
/// most some microseconds.
package struct ForecastDistribution: Sendable {
  /// The distinct scores of permitted situations, best first.
  let scores: [Double]
  /// For each score, the time with at least this score.
  let times: [ExpectedTime]
  /// The index in `scores` of each situation; `nil` if it is not permitted.
  private let places: [Int?]
  /// The product of score and chance, by hour of the week.
  let worth: [Double]
  /// Hours in which no request of the class starts.
  let closed: [WeekHours]

  /// Computes the expected time by score. `score` returns the score of a request of the class in a device state, `nil`
  /// if it cannot run; called once for each situation. `template` contains the values that habits do not include, such
  /// as heat. In the hours `closed`, no time is expected.
  package init(
    _ forecast: DeviceForecast, like template: DeviceState = DeviceState(),
    outside closed: [WeekHours] = [], score: (DeviceState) -> Double?
  ) {
    let openShares = closed.isEmpty ? nil : closed.openShares
    let scoresOfSituations = Situation.all.map { score($0.state(like: template)) }
    let scores = Self.distinct(scoresOfSituations.compactMap(\.self))
    let places = scoresOfSituations.map { score in score.flatMap { scores.firstIndex(of: $0) } }
    // The chances by hour of all situations so far. The best come first, so they have at least the present score.
    var chances = [Double](repeating: 0, count: DeviceHabitShares.hours)
    var worth = chances
    var times: [ExpectedTime] = []
    for (place, score) in scores.enumerated() {
      for situation in Situation.all where places[situation.index] == place {
        for hour in chances.indices {
          var chance = forecast.chance(of: situation, atHourOfWeek: hour)
          if let openShares { chance *= openShares[hour] }
          chances[hour] += chance
          worth[hour] += chance * score
        }
      }
      times.append(ExpectedTime(chances: chances))
    }
    (self.scores, self.places, self.times, self.worth) = (scores, places, times, worth)
    self.closed = closed
  }

  /// Returns the scores without repetitions, the greatest first.
  private static func distinct(_ scores: [Double]) -> [Double] {
    scores.sorted(by: >).reduce(into: []) { distinct, score in
      if distinct.last != score { distinct.append(score) }
    }
  }

  /// Returns the score of a request of the class in `situation`, at the creation of the distribution; `nil` if it is
  /// not permitted.
  package func score(in situation: Situation) -> Double? {
    places[situation.index].map { scores[$0] }
  }

  /// Returns the expected permitted time from `now` until `end`, without the time asleep or off.
  package func permittedTime(from now: LocalTime, until end: LocalTime) -> Duration {
    .milliseconds(times.last?.milliseconds(from: now, until: end) ?? 0)
  }
}
