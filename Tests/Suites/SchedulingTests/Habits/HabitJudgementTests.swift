import Foundation
import Testing

@testable import Scheduling

/// Forecasts of simulated users' opens, hour by hour, compared with popularity times the daily rhythm.
struct HabitJudgementTests {
  @Test(arguments: SyntheticUser.Kind.allCases, [1] as [UInt64])
  func foreseesMoreThanPopularityTimesRhythm(kind: SyntheticUser.Kind, seed: UInt64) {
    let user = SyntheticUser(kind, seed: seed)
    let losses = self.losses(of: user)
    #expect(losses.ours < 0.995 * losses.rival)
  }

  /// The mean log loss over every app and full hour of the last 30 % of the days.
  private func losses(of user: SyntheticUser) -> (ours: Double, rival: Double) {
    var life = HabitLife(apps: user.apps)
    var counts = Rival(apps: user.apps)
    let days = user.days
    let begin = user.opens[0].time.startOfHour
    var (ours, rival, answers) = (0.0, 0.0, 0.0)
    var next = 0
    for hour in stride(from: 0, to: days * 24, by: 1) {
      let time = begin + .hours(hour)
      while next < user.opens.count, user.opens[next].time < time {
        let open = user.opens[next]
        if open.isCounted { counts.note(open) }
        life.open(open.app, at: open.time)
        next += 1
      }
      guard hour >= days * 24 * 7 / 10 else { continue }
      let opened = user.opens[next...].prefix { $0.time < time + .hours(1) }
        .filter(\.isCounted).map(\.app)
      let moment = life.user.moment(at: time)
      for app in life.apps.indices where life.apps[app].lastOpen != nil {
        let came = opened.contains(app)
        ours += loss(life.user.chance(of: life.apps[app], at: moment), came)
        rival += loss(counts.chance(app, time.hour, days: Double(hour) / 24), came)
        answers += 1
      }
    }
    return (ours / answers, rival / answers)
  }

  private func loss(_ chance: Double, _ came: Bool) -> Double {
    let chance = min(0.9999, max(0.0001, chance))
    return -Foundation.log(came ? chance : 1 - chance)
  }

  private struct Rival {
    var apps: [Double]
    var hours = Array(repeating: 1e-9, count: 24)

    init(apps count: Int) {
      apps = Array(repeating: 0, count: count)
    }

    mutating func note(_ open: SyntheticUser.Open) {
      apps[open.app] += 1
      hours[open.time.hour] += 1
    }

    func chance(_ app: Int, _ hour: Int, days: Double) -> Double {
      apps[app] / days * hours[hour] / hours.reduce(0, +)
    }
  }
}
