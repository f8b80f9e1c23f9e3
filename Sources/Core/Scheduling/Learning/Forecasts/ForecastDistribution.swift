/// What a class of requests may expect of the device: the permitted time to come, by score.
///
/// Depends on the class and the forecast alone, not on the moment or on one request's window, so one
/// distribution serves every request that is scored alike (some 50 us to make, 20 KB at most); each question
/// about one window costs at most some microseconds.
package struct ForecastDistribution: Sendable {
  /// The distinct scores of permitted situations, best first.
  let scores: [Double]
  /// For each score, the time that scores at least so much.
  let times: [ExpectedTime]
  /// The place in `scores` of each situation; nil where it is not permitted.
  private let places: [Int?]
  /// By hour of the week, score times chance.
  let worth: [Double]

  /// `score` is what a request of the class scores in a device state, nil where it is not permitted
  /// to run; asked once for each situation. `template` holds what habits do not know, such as heat.
  package init(
    _ forecast: DeviceForecast, like template: DeviceState = DeviceState(),
    score: (DeviceState) -> Double?
  ) {
    let all = Situation.all.map { score($0.state(like: template)) }
    let scores = Self.distinct(all.compactMap(\.self))
    let places = all.map { score in score.flatMap { scores.firstIndex(of: $0) } }
    var chances = [Double](repeating: 0, count: DeviceHabitShares.hours)
    var worth = chances
    var times: [ExpectedTime] = []
    for (place, score) in scores.enumerated() {
      for situation in Situation.all where places[situation.index] == place {
        for hour in chances.indices {
          let chance = forecast.chance(of: situation, atHourOfWeek: hour)
          chances[hour] += chance
          worth[hour] += chance * score
        }
      }
      times.append(ExpectedTime(chances: chances))
    }
    (self.scores, self.places, self.times, self.worth) = (scores, places, times, worth)
  }

  private static func distinct(_ scores: [Double]) -> [Double] {
    scores.sorted(by: >).reduce(into: []) { distinct, score in
      if distinct.last != score { distinct.append(score) }
    }
  }

  /// The score of a request of the class in `situation`, as the distribution was made; nil where it is not
  /// permitted.
  package func score(in situation: Situation) -> Double? {
    places[situation.index].map { scores[$0] }
  }

  /// Permitted time to be expected from `now` until `end`, the device asleep or off left out.
  package func permittedTime(from now: LocalTime, until end: LocalTime) -> Duration {
    .milliseconds(times.last?.milliseconds(from: now, until: end) ?? 0)
  }
}
