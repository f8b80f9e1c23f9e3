import Testing

@testable import Scheduling

/// Period, flex, and missed runs.
struct RepetitionTests {
  static let rows = [
    Row("P06", "period 15 min, flex 5 min: not run before the last 5 min") {
      var world = World()
      let begin = world.now
      world.submit("task", .utility) {
        $0.terms.every = .minutes(15)
        $0.terms.flex = .minutes(5)
      }
      for _ in 0..<60 {
        world.pass(.minutes(1))
        world.finish("task")
      }
      #expect(world.starts(of: "task", after: begin) == [600, 1500, 2400, 3300])
    },
    Row("P07", "period 1 h, ended well inside: the next window is the next hour") {
      #expect(nextStart(startedAt: 0, tookMinutes: 20) == 60)
    },
    Row("P10", "ended 1 min or 2 h 1 min late: windows stay aligned to the hour") {
      #expect(nextStart(startedAt: 0, tookMinutes: 61) == 61)
      #expect(nextStart(startedAt: 61, tookMinutes: 1) == 120)
      #expect(nextStart(startedAt: 0, tookMinutes: 181) == 181)
      #expect(nextStart(startedAt: 181, tookMinutes: 1) == 240)
    },
    Row("P08", "period 1 h, a run at +55 / +59 min: the next may begin 5 / 9 min later") {
      #expect(opensAgain(every: .hours(1), runAt: 55, androidRest) == 65)
      #expect(opensAgain(every: .hours(1), runAt: 59, androidRest) == 69)
      // By our own default, half an interval lies between two runs.
      #expect(opensAgain(every: .hours(1), runAt: 55) == 85)
    },
    Row("P09", "period 6 h, 45 min left: no shift") {
      #expect(opensAgain(every: .hours(6), runAt: 315, androidRest) == 360)
    },
    Row("P11", "period 1 h, flex 30 min, a run 5 min before the next window: that one is skipped") {
      #expect(opensAgain(every: .hours(1), flex: .minutes(30), runAt: 85) == 150)
      #expect(opensAgain(every: .hours(1), flex: .minutes(30), runAt: 35) == 90)
    },
    Row("P12", "a period of 400 d or below 15 min, a flex below 5 min: refused, and not bent") {
      var settings = Settings()
      settings.horizon = .days(365)
      settings.shortestPeriod = .minutes(15)
      settings.shortestFlex = .minutes(5)
      let flexes: [(Duration, Duration?, String?)] = [
        (.days(400), nil, "every"), (.minutes(14), nil, "every"),
        (.minutes(15), .minutes(4), "flex"), (.minutes(15), .minutes(5), nil),
        (.days(365), nil, nil),
      ]
      for (every, flex, field) in flexes {
        var world = World(settings: settings)
        let refusal = world.refusal {
          $0.terms.every = every
          $0.terms.flex = flex
        }
        #expect(refusal?.field == field)
      }
    },
    Row("P24", "period 1 h, run delayed to 2 h 30 min: next at 3 h") {
      #expect(nextStart(startedAt: 150, tookMinutes: 1) == 180)
    },
    Row("P26", "daily at 18:00, now 09:00: last run 12 h ago is no cause, 36 h ago is") {
      #expect(opensAt18(lastSuccess: -12, now: 9) == false)
      #expect(opensAt18(lastSuccess: -36, now: 9) == true)
    },
    Row("P27", "daily at 18:00, now 20:00: last run 2 h ago is no cause, 24 h ago is") {
      #expect(opensAt18(lastSuccess: -2, now: 20) == false)
      #expect(opensAt18(lastSuccess: -24, now: 20) == true)
    },
    Row("P25", "every 3 h, last run 0 / 2 h ago: next in 3 / 1 h; 3 / 7 h ago: it is due") {
      for (hours, next) in [(0, 3), (2, 1), (3, 0), (7, 0)] {
        let now = WallTime(seconds: 1_772_433_000)
        let period = Period(every: .hours(3), anchor: now - .hours(hours))
        let window = period.inNextInterval(after: now - .hours(hours))
          .window(atLatest: .relax, rest: .minutes(90))
        #expect(max(.zero, window.opens - now) == .hours(next))
      }
    },
    Row("P28", "catch-up due, network down: one record of a skip, and no second one") {
      var world = World(.network(Network.none))
      world.submit("task", .utility) {
        $0.terms.every = .days(1)
        $0.latest = .after(.hours(2))
        $0.terms.atLatest = .drop
        $0.terms.requires = .network
      }
      world.suspend(.hours(20))
      for _ in 0..<3 { world.send(.time) }
      #expect(world.outcomes("task") == [.skipped])
      #expect(world.endings("task").map(\.stopReason) == [.deadline])
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }

  /// Android's minimum distance between two runs: a sixth of the interval, at most 30 min.
  private static var androidRest: Settings {
    var settings = Settings()
    settings.restShare = 1.0 / 6
    settings.longestRest = .minutes(30)
    return settings
  }

  /// Returns the minutes from the submission to the next window of work that ran at `runAt` minutes.
  private static func opensAgain(
    every: Duration, flex: Duration? = nil, runAt: Int, _ settings: Settings = Settings()
  ) -> Double? {
    var world = World(settings: settings)
    let begin = world.now
    world.set(.thermal(.critical))
    world.submit("task", .userInitiated) {
      $0.terms.every = every
      $0.terms.flex = flex
    }
    world.pass(.minutes(runAt))
    world.set(.thermal(.nominal))
    world.finish("task")
    return world.scheduler.request(world.key("task"))
      .map { ($0.window.opens - begin.wall).seconds / 60 }
  }

  /// For hourly work whose first run was at the anchor, returns the minutes from the anchor to the run after the one
  /// that began at `startedAt`.
  private static func nextStart(startedAt: Int, tookMinutes: Int) -> Double? {
    var world = World()
    let anchor = world.now
    world.submit("task", .userInitiated) {
      $0.terms.every = .hours(1)
      $0.terms.budget = .hours(6)
    }
    if startedAt > 0 {
      world.finish("task")
      world.set(.thermal(.critical))
      world.pass(.minutes(startedAt))
      world.set(.thermal(.nominal))
    }
    world.pass(.minutes(tookMinutes))
    world.finish("task")
    world.pass(.hours(2))
    return world.starts(of: "task", after: anchor).map { $0 / 60 }
      .first { $0 > Double(startedAt) }
  }

  /// Whether work anchored at 18:00 is due at `now` o'clock, with its last success this many hours earlier.
  private static func opensAt18(lastSuccess: Int, now: Int) -> Bool {
    let midnight = WallTime(seconds: 1_772_409_600)
    let period = Period(every: .days(1), anchor: midnight - .days(10) + .hours(18))
    let now = midnight + .hours(now)
    return period.inNextInterval(after: now + .hours(lastSuccess)).window(
      atLatest: .relax, rest: .hours(12)
    ).opens <= now
  }
}
