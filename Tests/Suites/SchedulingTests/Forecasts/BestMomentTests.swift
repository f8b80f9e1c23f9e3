import Testing

@testable import Scheduling

/// The scheduler with a device whose habits it knows: charged and idle from 22:00 to 06:00.
struct BestMomentTests {
  /// Returns a world after a fortnight of such days, which ends on Monday 16 March, 06:30 UTC, unplugged and in use.
  private func habitual(_ settings: Settings = Settings()) -> World {
    var world = World(
      settings: settings, .power(.battery), .battery(80), .idle(false), .network(.wifi))
    for _ in 0..<14 {
      world.pass(.hours(15) + .minutes(30))
      world.set(.power(.ac), .idle(true), .battery(100))
      world.pass(.hours(8))
      world.set(.power(.battery), .idle(false), .battery(80))
      world.pass(.minutes(30))
    }
    return world
  }

  @Test func workWaitsForTheBestHoursOfItsWindow() throws {
    var world = habitual()
    world.submit("task", .utility) { $0.latest = .after(.days(2)) }
    #expect(world.reasons("task") == [.betterMoment])
    let begin = world.now
    world.pass(.hours(15) + .minutes(30))
    #expect(world.starts(of: "task", after: begin).isEmpty)
    world.set(.power(.ac), .idle(true))
    world.pass(.minutes(5))
    #expect(world.starts(of: "task", after: begin).count == 1)
  }

  @Test func noBetterMomentIsExpectedInQuietHours() throws {
    let quiet = try #require(WeekHours("07:30..06:30"))
    var (general, kind) = (Settings(), Settings())
    general.quiet = quiet
    kind.utility.quiet = quiet
    for settings in [general, kind] {
      var world = habitual(settings)
      world.submit("task", .utility) { $0.latest = .after(.days(2)) }
      #expect(world.isRunning("task"))
    }
  }

  /// The quiet hours of one user close no moment of another, although their requests are alike.
  @Test func theQuietHoursOfAUserAreTheirOwn() throws {
    var settings = Settings()
    settings.quietUsers = [
      UserHours(user: 1001, hours: try #require(WeekHours("07:30..06:30")))
    ]
    var world = habitual(settings)
    world.submit("task", .utility) { $0.latest = .after(.days(2)) }
    world.submit("theirs", .utility) {
      $0.owner = 1001
      $0.latest = .after(.days(2))
    }
    #expect(world.reasons("task") == [.betterMoment])
    let theirs = RequestKey(owner: 1001, app: nil, id: "theirs")
    #expect(world.scheduler.explain(theirs, at: world.now)?.state == .running)
  }

  /// The request waits for the part of the night on power that follows the quiet hours.
  @Test func theBestMomentLiesBehindTheQuietHours() throws {
    var settings = Settings()
    let quiet = try #require(WeekHours("21:30..03:00"))
    settings.quiet = quiet
    var world = habitual(settings)
    world.submit("task", .utility) { $0.latest = .after(.days(2)) }
    #expect(world.reasons("task") == [.betterMoment])
    let explanation = try #require(world.explain("task"))
    let forecast = try #require(explanation.requestForecast)
    let (optimal, likely) = (try #require(forecast.optimal), try #require(forecast.likely))
    for moment in [optimal.at, likely.lowerBound, likely.upperBound - .nanoseconds(1)] {
      let local = LocalTime(moment, zoneSeconds: 0)
      #expect(!quiet.contains(local) && (3..<7).contains(local.hour))
    }
    let begin = world.now
    world.pass(.hours(15) + .minutes(30))
    world.set(.power(.ac), .idle(true))
    #expect(world.reasons("task").contains(.quiet))
    world.pass(.hours(4))
    #expect(world.starts(of: "task", after: begin).isEmpty)
    world.pass(.hours(1) + .minutes(5))
    let starts = world.starts(of: "task", after: begin)
    #expect(starts.count == 1)
    #expect(try #require(starts.first) >= 73_800)
  }

  @Test func explainShowsThresholdAndBestMoment() throws {
    var world = habitual()
    world.submit("task", .utility) { $0.latest = .after(.days(2)) }
    let explanation = try #require(world.explain("task"))
    let requestForecast = try #require(explanation.requestForecast)
    let threshold = try #require(requestForecast.threshold)
    #expect(try #require(explanation.sums).score <= threshold)
    let optimal = try #require(requestForecast.optimal)
    #expect(optimal.score > threshold)
    let hour = LocalTime(optimal.at, zoneSeconds: 0).hour
    #expect(hour >= 22 || hour < 6)
    let likely = try #require(requestForecast.likely)
    #expect(LocalTime(likely.lowerBound, zoneSeconds: 0).hour >= 21)
  }

  @Test func whatIsForeseenLiesInTheWindow() throws {
    var world = habitual()
    world.submit("task", .utility) {
      $0.earliest = .after(.hours(26))
      $0.latest = .after(.days(4))
    }
    let requestForecast = try #require(world.explain("task")?.requestForecast)
    let opens = world.now.wall + .hours(26)
    #expect(try #require(requestForecast.likely).lowerBound >= opens)
    let optimal = try #require(requestForecast.optimal)
    #expect(optimal.at >= opens)
    #expect(optimal.score <= 1)
  }

  @Test func withNoGoodHoursLeftTheFirstMomentIsTaken() {
    var world = habitual()
    world.submit("task", .utility) { $0.latest = .after(.hours(6)) }
    #expect(world.isRunning("task"))
  }

  @Test func withoutHabitsTheFirstMomentIsTaken() {
    var world = World(.power(.battery), .battery(80), .idle(false))
    world.submit("task", .utility) { $0.latest = .after(.days(2)) }
    #expect(world.isRunning("task"))
  }

  @Test func whatIsUrgentDoesNotWaitForBetter() {
    var world = habitual()
    world.submit("expedited", .utility) {
      $0.latest = .after(.days(2))
      $0.terms.isExpedited = true
    }
    world.submit("wanted", .userInitiated)
    #expect(world.isRunning("expedited"))
    #expect(world.isRunning("wanted"))
  }

  @Test func aRestartKnowsTheHabitsStill() {
    var world = habitual()
    world.submit("task", .utility) { $0.latest = .after(.days(2)) }
    world.restart()
    world.pass(.hours(1))
    #expect(world.reasons("task") == [.betterMoment])
  }

  @Test func aShortChargeIsNotTrustedWithLongWork() {
    var world = habitual()
    // Half past twelve: never charged before at this hour.
    world.pass(.hours(6))
    world.submit("task", .processing) {
      $0.terms.requires = [.power]
      $0.latest = .after(.days(2))
    }
    world.set(.power(.ac), .idle(true))
    world.pass(.minutes(3))
    #expect(world.reasons("task") == [.unstableConditions])
    world.set(.power(.battery), .idle(false))
    world.pass(.hours(9) + .minutes(30))
    world.set(.power(.ac), .idle(true))
    let evening = world.now
    while world.starts(of: "task", after: evening).isEmpty
      && world.now.wall < evening.wall + .hours(2)
    {
      world.pass(.minutes(1))
    }
    #expect(world.isRunning("task"))
  }

  @Test func theThresholdDoesNotRiseWhileTheForecastStays() throws {
    var world = habitual()
    world.submit("task", .utility) { $0.latest = .after(.days(3)) }
    var last = try #require(world.explain("task")?.requestForecast?.threshold)
    // Within the hour the forecast is the same.
    for _ in 0..<20 {
      world.pass(.minutes(1))
      let threshold = world.explain("task")?.requestForecast?.threshold ?? 0
      #expect(threshold <= last)
      last = threshold
    }
  }

  /// This is checked for any request and any device, by day and by night.
  @Test func noThresholdRisesWhileTheForecastStays() {
    var random = SeededGenerator(seed: 12)
    let morning = habitual()
    var night = morning
    night.pass(.hours(20))
    var thresholds = 0
    for number in 0..<60 {
      let isNight = number % 2 == 1
      var world = isNight ? night : morning
      let latest = Int.random(in: isNight ? 95...330 : 60...1500, using: &random)
      world.submit("task", random.pick([.utility, .processing, .maintenance])) {
        $0.latest = .after(.minutes(latest))
        $0.terms.prefers = random.conditions(oneIn: 5)
      }
      var last = Double.infinity
      // From half past to the end of the hour.
      for _ in 0..<7 {
        let threshold = world.explain("task")?.requestForecast?.threshold ?? -1
        #expect(threshold <= last)
        if threshold > 0 { thresholds += 1 }
        last = threshold
        world.set(.battery(Int.random(in: 20...100, using: &random)), .idle(random.flip()))
        world.pass(.minutes(4))
      }
    }
    #expect(thresholds > 100)
  }
}
