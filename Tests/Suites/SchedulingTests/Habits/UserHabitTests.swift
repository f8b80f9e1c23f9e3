import Testing

@testable import Scheduling

/// Forecasts of a user's opens of apps, and valuations of refreshes.
struct UserHabitTests {
  private let plan = [(7.5, 0), (9.0, 1), (12.5, 1), (18.0, 1), (20.0, 2), (22.0, 1)]

  @Test func knowsTheHourOfAnAppThatIsOpenedEveryMorning() {
    var life = HabitLife(apps: 3)
    life.live(days: 0..<10, plan)
    let morning = life.chance(0, at: HabitLife.time(10, 7))
    #expect(morning > 0.4)
    #expect(life.chance(0, at: HabitLife.time(10, 15)) < morning / 4)
    #expect(life.chance(0, at: HabitLife.time(10, 3)) < morning / 4)
  }

  @Test func neverExpectsAnAppThatWasNeverOpened() {
    var life = HabitLife(apps: 4)
    life.live(days: 0..<10, plan)
    #expect(life.chance(3, at: HabitLife.time(10, 12)) == 0)
    #expect(life.worth(3, at: HabitLife.time(10, 12)) == 0)
  }

  @Test func forgetsAnAppThatIsNoLongerOpened() {
    var life = HabitLife(apps: 3)
    life.live(days: 0..<14, plan)
    let before = life.chance(0, at: HabitLife.time(14, 7))
    life.live(days: 14..<42, Array(plan.dropFirst()))
    #expect(life.chance(0, at: HabitLife.time(42, 7)) < before / 8)
  }

  @Test func followsAHabitThatMoved() {
    var life = HabitLife(apps: 3)
    life.live(days: 0..<14, plan)
    let moved = [(9.0, 1), (12.5, 1), (16.0, 0), (18.0, 1), (20.0, 2), (22.0, 1)]
    life.live(days: 14..<24, moved)
    #expect(
      life.chance(0, at: HabitLife.time(24, 15.6)) > 1.5 * life.chance(0, at: HabitLife.time(24, 7))
    )
  }

  @Test func expectsWhatFollowsWhatWasOpenedJustNow() {
    // App 0 is opened at any hour of the day, and then app 1. App 2 is opened as often as app 1, but separately.
    var generator = SeededGenerator(seed: 1)
    var life = HabitLife(apps: 3)
    for day in 0..<20 {
      let hours = (0..<6).map { _ in Double.random(in: 8..<22, using: &generator) }.sorted()
      for (index, hour) in hours.enumerated() {
        life.open(index % 2 == 0 ? 0 : 2, at: HabitLife.time(day, hour))
        if index % 2 == 0 { life.open(1, at: HabitLife.time(day, hour + 0.1)) }
      }
    }
    life.open(0, at: HabitLife.time(20, 14))
    let now = HabitLife.time(20, 14.01)
    #expect(life.chance(1, at: now) > 1.1 * life.chance(2, at: now))
    #expect(life.cause(1, at: now) == .followsLastApp)
    #expect(life.cause(2, at: now) == nil)
    // A sequence above the probability of the app means that its open is imminent.
    let moment = life.user.moment(at: now)
    func worth(_ app: Int, _ sequence: Double) -> Double {
      moment.worth(of: life.apps[app], life.user.weights.values, sequence: sequence)
    }
    #expect(worth(1, 0.2) > 1.1 * worth(1, 0))
    // An hour later, the session has ended.
    let later = life.user.moment(at: now + .hours(1))
    #expect(later.chanceToFollow(life.apps[1]) == 0)
  }

  /// App 0 is followed by app 1 in the morning, and by app 2 in the evening.
  @Test func expectsAFollowerAtItsOwnHours() {
    var life = HabitLife(apps: 3)
    life.live(days: 0..<20, [(8, 0), (8.02, 1), (20, 0), (20.02, 2)])
    func following(_ app: Int, at now: LocalTime) -> Double {
      let (moment, habit) = (life.user.moment(at: now), life.apps[app])
      return life.user.causes(of: habit, moment.signs(of: habit), at: moment).following
    }
    life.open(0, at: HabitLife.time(20, 8))
    let morning = HabitLife.time(20, 8.01)
    let ofMorning = following(1, at: morning)
    #expect(ofMorning > 1.5 * following(2, at: morning))
    life.open(1, at: HabitLife.time(20, 8.02))
    life.open(0, at: HabitLife.time(20, 20))
    let evening = HabitLife.time(20, 20.01)
    #expect(following(2, at: evening) > 1.5 * following(1, at: evening))
    #expect(ofMorning <= 1)
  }

  /// An app that was opened once is forgotten within days, one with many opens is not.
  @Test func forgetsAnAppThatWasOpenedOnce() {
    var life = HabitLife(apps: 4)
    life.live(days: 0..<10, plan)
    life.open(3, at: HabitLife.time(9, 19))
    func forgotten(_ app: Int, _ day: Int) -> Double {
      life.user.moment(at: HabitLife.time(day, 12)).signs(of: life.apps[app])[.forgotten]
    }
    #expect(
      life.chance(3, at: HabitLife.time(13, 18.5)) < life.chance(3, at: HabitLife.time(10, 18.5))
        / 1.5)
    #expect(forgotten(3, 13) < -1 && forgotten(1, 13) > -0.5)
    #expect(life.cause(3, at: HabitLife.time(13, 12)) == .isForgotten)
  }

  /// An open counts as a follower of another app only within its session, and never as a follower of the app itself.
  @Test func countsOnlyDirectFollowers() {
    var life = HabitLife(apps: 3)
    life.open(0, at: HabitLife.time(0, 8))
    life.open(1, at: HabitLife.time(0, 8.1))
    life.open(2, at: HabitLife.time(0, 8.5))
    life.open(2, at: HabitLife.time(0, 10))
    #expect(life.apps[1].after.sum == 1 && life.user.visits.sum > 3.9)
    #expect(life.apps[0].after.sum == 0 && life.apps[2].after.sum == 0)
    // An app that was removed and registered again does not follow itself.
    var again = HabitLife(apps: 1)
    again.open(0, at: HabitLife.time(0, 8))
    again.apps[0] = AppHabit()
    again.open(0, at: HabitLife.time(0, 8.05))
    #expect(again.apps[0].after.sum == 0 && (0.99...1).contains(again.user.visits.sum))
  }

  @Test func refreshesNothingThatIsStillFresh() {
    var life = HabitLife(apps: 3)
    life.live(days: 0..<10, plan)
    let opened = HabitLife.time(9, 22)
    #expect(life.worth(1, at: opened + .minutes(50)) == 0)
    #expect(life.worth(1, at: opened + .minutes(52)) > 0)
    let later = HabitLife.time(10, 8.5)
    #expect(life.worth(1, lastRefreshed: later - .seconds(3539), at: later) == 0)
    #expect(life.worth(1, lastRefreshed: later - .seconds(3540), at: later) > 0)
  }

  /// The value of a refresh is lower while the app is still fresh, and lower for more minutes of freshness.
  @Test func isWorthLessBeforeItIsOutOfDate() {
    var habit = AppHabit()
    habit.note(at: HabitLife.time(0, 12), previous: nil)
    func share(_ minutes: Int) -> Double {
      habit.share(at: HabitLife.time(0, 12) + .minutes(minutes))
    }
    #expect(share(50) == 0 && abs(share(55) - 275.0 / 600) < 1e-9)
    #expect(share(52) < share(55) && share(55) < share(59) && share(59) < 1)
    #expect(share(60) == 1 && share(600) == 1 && share(-1) == 1)
  }

  @Test func learnsTheSameThroughRestarts() throws {
    var life = HabitLife(apps: 3)
    var restarted = life
    for day in 0..<12 {
      for (hour, app) in plan {
        let time = HabitLife.time(day, hour + Double(day % 3) / 5)
        life.open(app, at: time)
        restarted.open(app, at: time)
        restarted.user = try #require(UserHabit(bytes: restarted.user.bytes))
        restarted.apps = try restarted.apps.map { try #require(AppHabit(bytes: $0.bytes)) }
      }
    }
    #expect(restarted.user == life.user)
    #expect(restarted.apps == life.apps)
    #expect(life.user.bytes.count < 2304)
    #expect(life.apps[0].bytes.count < 320)
  }

  /// An app that is usually opened just after another is expected soon. Before the user gets up, it is expected late.
  @Test func knowsHowSoonWhatComesComes() {
    var life = HabitLife(apps: 3)
    for day in 0..<30 {
      for session in [8.0, 12.5, 18, 21] {
        for (app, minutes) in [(0, 0.0), (1, 3), (2, 8)] {
          life.open(app, at: HabitLife.time(day, session + Double(day % 4) / 3 + minutes / 60))
        }
      }
    }
    func soon(_ hour: Double) -> Double {
      life.user.immediacy.chance(at: life.user.moment(at: HabitLife.time(30, hour)))
    }
    let early = soon(6)
    life.open(0, at: HabitLife.time(30, 8))
    #expect(soon(8.02) > early + 0.1)
    #expect(early < 1.0 / 6)
    let moment = life.user.moment(at: HabitLife.time(30, 8.02))
    #expect(life.user.priceFactor(at: moment, patience: 0) == 1)
    #expect(life.user.priceFactor(at: moment, patience: 1000) == UserHabit.greatestPriceFactor)
  }

  /// Apps that are opened at random are used alike. Apps with favourites among them are not.
  @Test func knowsWhetherAppsAreUsedAlike() {
    var generator = SeededGenerator(seed: 5)
    var (alike, different) = (HabitLife(apps: 40), HabitLife(apps: 40))
    for index in 0..<1500 {
      let time = HabitLife.time(index / 60, 7 + Double(index % 60) / 4)
      alike.open(Int.random(in: 0..<40, using: &generator), at: time)
      let rank = Double.random(in: 0..<1, using: &generator)
      different.open(Int(40 * rank * rank * rank), at: time)
    }
    #expect(alike.user.likeness > 100)
    #expect(different.user.likeness < 1)
    let now = HabitLife.time(25, 0)
    let (old, new) = (now - .hours(40), now - .hours(2))
    #expect(
      alike.user.turn(lastRefreshed: old, 0.005, at: now)
        > 2 * alike.user.turn(lastRefreshed: new, 0.005, at: now))
    #expect(different.user.turn(lastRefreshed: old, 0.005, at: now) == 1)
    #expect(alike.user.turn(lastRefreshed: old, 0, at: now) == 1)
  }

  @Test func survivesAClockThatGoesBack() {
    var life = HabitLife(apps: 3)
    life.live(days: 0..<10, plan)
    life.live(days: 400..<402, plan)
    life.live(days: 10..<20, plan)
    let morning = life.chance(0, at: HabitLife.time(20, 7))
    #expect(morning > 0.2)
    #expect(life.chance(0, at: HabitLife.time(20, 15)) < morning / 2)
  }

  @Test func tellsTheBestMomentOfTheNextDay() throws {
    var life = HabitLife(apps: 3)
    life.live(days: 0..<10, plan)
    let evening = HabitLife.time(9, 23)
    let best = try #require(
      life.user.optimum(for: life.apps[0], lastRefreshed: nil, after: evening))
    #expect((6...8).contains(best.at.hour))
    #expect(best.at.nanoseconds % 600_000_000_000 == 0)
    #expect(best.worth == life.worth(0, at: best.at))
    let first = life.user.nextSlot(
      for: life.apps[0], lastRefreshed: nil, after: evening, until: evening + .days(1)
    ) { worth, _ in worth > best.worth / 2 }
    #expect(try #require(first) <= best.at)
    let never = life.user.nextSlot(
      for: life.apps[0], lastRefreshed: nil, after: evening, until: evening + .days(1)
    ) { worth, _ in worth > best.worth }
    #expect(never == nil)
  }
}
