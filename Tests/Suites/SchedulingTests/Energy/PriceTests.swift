import Testing

@testable import Scheduling

/// Requests whose valuation is below the price of energy.
struct PriceTests {
  /// Returns a device on battery with a refresh of an app that was used and left a minute ago.
  private func world() -> World {
    var world = World(.power(.battery), .battery(80))
    world.register("reader")
    world.tell("reader", .opened)
    world.tell("reader", .closed)
    world.pass(.minutes(1))
    world.submit("task", .refresh) { $0.app = "reader" }
    return world
  }

  @Test func itIsSaidWhenItMayBeWorthIt() throws {
    let world = world()
    #expect(world.reasons("task", app: "reader") == [.price])
    let next = try #require(world.explain("task", app: "reader")?.next)
    #expect(next > world.now.wall)
  }

  /// Gates treat unknown power like external power, so that only the price causes another evaluation.
  @Test func powerThatIsTheSameToGatesFreesItOfItsPrice() {
    var world = world()
    world.set(.power(nil))
    #expect(world.reasons("task", app: "reader") == [.price])
    world.set(.power(.ac))
    #expect(world.isRunning("task", app: "reader"))
  }

  /// On external power, a further refresh must be useful if the user has not opened the app since the last one.
  @Test func onExternalPowerWhatNobodyHasSeenIsEnough() throws {
    var world = world()
    world.set(.power(.ac))
    world.pass(.seconds(61))
    #expect(world.isRunning("task", app: "reader"))
    world.finish("task", app: "reader")
    world.submit("task", .refresh) { $0.app = "reader" }
    world.pass(.minutes(16))
    #expect(world.reasons("task", app: "reader") == [.price])
    world.tell("reader", .opened)
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func onExternalPowerNothingIsOlderThanANight() throws {
    var settings = Settings()
    settings.energy.mainsPrice = 100
    var world = World(settings: settings, .power(.ac), .battery(80))
    world.register("reader")
    world.tell("reader", .opened)
    world.tell("reader", .closed)
    world.submit("task", .refresh) { $0.app = "reader" }
    world.pass(.seconds(5))
    world.finish("task", app: "reader")
    world.submit("task", .refresh) { $0.app = "reader" }
    world.pass(.hours(7))
    #expect(world.reasons("task", app: "reader") == [.price])
    let before = world.started.count
    world.pass(.minutes(130))
    #expect(world.started.count > before)
  }

  /// A refresh on a metered network costs more, and a change of the network takes effect.
  @Test func aMeteredNetworkHasAPriceOfItsOwn() {
    var settings = Settings()
    settings.energy.meteredPrice = 100
    func price(_ isMetered: Bool) -> Double {
      RefreshCosts(settings.energy, isOnMains: true, isMetered: isMetered)
        .price(EnergyAllowance(secondsPerDay: 100), at: LocalTime(seconds: 0))
    }
    #expect(abs(price(true) - price(false) - 100) < 1e-9)
  }

  /// A number of refreshes a day limits external power as well, and counts refreshes of any cost.
  @Test func aNumberOfRefreshesLimitsExternalPower() throws {
    func count(_ refreshes: EnergySettings.Refreshes) -> Int {
      var settings = Settings()
      settings.energy.refreshes = refreshes
      settings.energy.mainsPrice = 0
      var world = World(settings: settings, .power(.ac), .battery(80))
      world.register("reader")
      for _ in 0..<10 {
        for _ in 0..<15 {
          world.tell("reader", .opened)
          world.tell("reader", .closed)
          for _ in 0..<7 { passTenMinutes(&world) }
        }
        for _ in 0..<39 { passTenMinutes(&world) }
      }
      return world.started.count
    }
    let (two, four) = (count(.upTo(2)), count(.upTo(4)))
    #expect(four >= 30 && four <= 50 && two < four, "\(two) and \(four)")
    var settings = EnergySettings()
    settings.refreshes = .upTo(48)
    #expect(settings.allowancePerDay == 48 && settings.limitsMains)
  }

  /// A number of refreshes starts with the price of earlier refreshes.
  @Test func aNumberOfRefreshesKeepsThePrice() {
    var allowance = EnergyAllowance(secondsPerDay: 100)
    let now = HabitLife.time(0, 12)
    for _ in 0..<30 { allowance.charge(seconds: 5, at: now) }
    let price = allowance.price(at: now) * allowance.usualSeconds
    allowance.countRefreshes()
    #expect(abs(allowance.price(at: now) / price - 1) < 1e-9 && allowance.usualSeconds == 1)
    let again = allowance
    allowance.countRefreshes()
    #expect(allowance == again)
  }

  /// After the clock is set back, the last refresh is in the future.
  @Test func whatWasRefreshedInTheFutureIsDue() {
    let costs = RefreshCosts(EnergySettings(), isOnMains: true, isMetered: false)
    let now = LocalTime(seconds: 1_000_000)
    #expect(costs.isDue(lastRefreshed: now + .days(30), at: now))
    #expect(costs.share(AppHabit(), lastRefreshed: now + .days(30), at: now) == 1)
    #expect(!costs.isDue(lastRefreshed: now - .hours(1), at: now))
    #expect(costs.isDue(lastRefreshed: now - .hours(8), at: now))
  }

  /// An open that affects the valuations of other apps takes effect immediately, not in the next slot of the calendar.
  @Test(arguments: [true, false])
  func worthsAreComparedWhenAnAppIsOpened(compares: Bool) {
    var settings = Settings()
    settings.energy.comparesAtOpens = compares
    var world = World(settings: settings, .power(.battery), .battery(80))
    for app in ["reader", "mail"] {
      world.register(app)
      world.tell(app, .opened)
      world.tell(app, .closed)
    }
    world.submit("task", .refresh) { $0.app = "reader" }
    // From 06:30 to 07:35.
    world.pass(.minutes(65))
    #expect(world.explain("task", app: "reader")?.valuation?.isCompared == false)
    world.tell("mail", .opened)
    #expect(world.explain("task", app: "reader")?.valuation?.isCompared == compares)
  }

  /// Without a use for days, the allowance is spent, and no refresh earns more of it.
  @Test(arguments: [false, true])
  func aPhoneThatLiesUnusedStopsRefreshing(restarts: Bool) {
    var settings = Settings()
    settings.energy.secondsPerDay = 10
    var world = World(settings: settings, .power(.battery), .battery(80))
    world.register("reader")
    for hour in 0..<240 {
      if (6..<22).contains(hour % 24) {
        world.tell("reader", .opened)
        world.tell("reader", .closed)
      }
      for _ in 0..<6 { passTenMinutes(&world) }
    }
    let left = world.now
    for day in 0..<12 {
      for _ in 0..<144 { passTenMinutes(&world) }
      if restarts && day < 11 { world.restart() }
    }
    let days = world.starts(of: "task", after: left).filter { $0 > 0 }.map { Int($0 / 86400) }
    // The saved energy lasts for some days. No further energy is added after a while.
    #expect((days.last ?? 0) < 9)
    #expect(days.count < 25)
    #expect(world.started.count > 50)
  }

  /// Lets ten minutes pass, with a refresh that is always queued and takes ten minutes.
  private func passTenMinutes(_ world: inout World) {
    if world.isRunning("task", app: "reader") { world.finish("task", app: "reader") }
    if world.scheduler.request(world.key("task", app: "reader")) == nil {
      world.submit("task", .refresh) { $0.app = "reader" }
    }
    world.pass(.minutes(10))
  }
}
