import Testing

@testable import Scheduling

struct WaitHistoryTests {
  private func history(_ world: World, _ id: String = "task") -> WaitHistory? {
    world.scheduler.history(of: world.key(id), at: world.now)
  }

  private func cost(_ reason: Reason, _ history: WaitHistory?) -> Duration {
    history?.costs.first { $0.reason == reason }?.duration ?? .zero
  }

  // R10.
  @Test func r10KeepsTheLastTenChanges() throws {
    var world = World(.power(.battery))
    world.submit("task") { $0.terms.requires = [.power, .network] }
    world.set(.network(Network.none))
    for flip in 0..<12 {
      world.set(.power(flip.isMultiple(of: 2) ? .ac : .battery))
      world.pass(.minutes(2))
    }
    let history = try #require(self.history(world))
    #expect(history.changes.count == 10)
    #expect(history.changes.last?.reasons == [.power, .network])
    #expect(history.changes == history.changes.sorted { $0.at < $1.at })
  }

  // R11.
  @Test func r11CountsWhatEachReasonHasCost() {
    var world = World(.power(.battery), .network(Network.none))
    world.submit("task") { $0.terms.requires = [.power, .network] }
    world.pass(.hours(1))
    world.set(.power(.ac))
    world.pass(.hours(2))
    // The cost of power is a minute higher, since power must be steady first.
    #expect(cost(.power, history(world)) == .hours(1) + .minutes(1))
    #expect(cost(.network, history(world)) == .hours(3))
    #expect(history(world)?.costs.map(\.reason) == [.network, .power])
  }

  @Test func theWindowsOwnMomentsCountToo() {
    var world = World(.idle(false))
    world.submit("task", .maintenance) {
      $0.earliest = .after(.hours(1))
      $0.latest = .after(.hours(11))
    }
    world.pass(.hours(6) + .minutes(10))
    let history = history(world)
    #expect(cost(.earliest, history) == .hours(1))
    // Idleness gives way at half of the window, and the request runs. Later times do not count.
    #expect(cost(.userActive, history) == .hours(6))
  }

  /// A condition is checked only while nothing else holds its request, so only this time is its cost.
  @Test func aConditionCostsTheTimeInWhichNothingElseHeld() {
    var world = World(.storage(.low))
    world.submit("task") {
      $0.terms.requires = [.storageNotLow]
      $0.terms.needs.condition = "true"
    }
    world.pass(.minutes(3))
    world.set(.storage(.ok))
    world.pass(.minutes(2))
    world.set(.storage(.low))
    world.pass(.minutes(1))
    #expect(cost(.condition, history(world)) == .minutes(2))
    #expect(cost(.storage, history(world)) == .minutes(4))
  }

  @Test func whatOthersHaveCostIsCounted() {
    var world = World()
    world.submit("first", .processing)
    world.submit("task", .processing)
    world.pass(.minutes(3))
    #expect(cost(.concurrencyLimit, history(world)) == .minutes(3))
    world.finish("first")
    #expect(world.isRunning("task"))
    world.pass(.minutes(2))
    #expect(cost(.concurrencyLimit, history(world)) == .minutes(3))
  }

  private func setWidth(_ width: Int, in world: inout World) {
    let ticket = world.ticket()
    world.send(.setWidth(width, GroupKey(owner: World.user, name: "disk"), ticket))
  }

  /// The wait is explained by the width that was in effect then, and not by the present one.
  @Test func aWaitForAGroupIsKeptWhenItsWidthIsRaised() {
    var world = World()
    for id in ["first", "task"] { world.submit(id, .userInitiated) { $0.terms.group = "disk" } }
    world.pass(.minutes(3))
    setWidth(2, in: &world)
    #expect(world.isRunning("task"))
    world.pass(.minutes(2))
    #expect(cost(.group, history(world)) == .minutes(3))
    #expect(history(world)?.changes.map(\.reasons) == [[.group], []])
  }

  @Test func aLoweredWidthHasCostNothingBefore() {
    var world = World(.network(Network.none))
    setWidth(2, in: &world)
    world.submit("first", .userInitiated) { $0.terms.group = "disk" }
    world.submit("task", .userInitiated) {
      $0.terms.group = "disk"
      $0.terms.requires = [.network]
    }
    world.pass(.minutes(3))
    setWidth(1, in: &world)
    world.pass(.minutes(2))
    #expect(cost(.group, history(world)) == .minutes(2))
    #expect(cost(.network, history(world)) == .minutes(5))
  }

  @Test func aWaitForASlotIsKeptWhenTheirNumberIsRaised() {
    var world = World()
    world.submit("first", .processing)
    world.submit("task", .processing)
    world.pass(.minutes(3))
    let ticket = world.ticket()
    world.send(.setSlots(SlotNumbers(all: 2), .processing, isReset: false, ticket))
    #expect(world.isRunning("task"))
    world.pass(.minutes(1))
    #expect(cost(.concurrencyLimit, history(world)) == .minutes(3))
  }

  @Test func onlyTheLatestNumbersAreRemembered() throws {
    var numbers = Concurrency()
    var timeline = ConcurrencyTimeline()
    let group = GroupKey(owner: 7, name: "disk")
    for width in 1...100 {
      try numbers.setWidth(width, of: group)
      timeline.end(numbers, at: WallTime(seconds: Int64(width)))
    }
    func width(at seconds: Int64) -> Int {
      timeline.numbers(at: WallTime(seconds: seconds), present: Concurrency())
        .width(of: group, Settings())
    }
    #expect(width(at: 0) == 37)
    #expect(width(at: 37) == 38)
    #expect(width(at: 98) == 99)
    #expect(width(at: 100) == 1)
    let range = WallTime(seconds: 98)..<WallTime(seconds: 101)
    #expect(timeline.changes(in: range) == [98, 99, 100].map { WallTime(seconds: $0) })
  }

  @Test func aReasonHasHeldSinceItsLastBreak() throws {
    var world = World(.power(.battery))
    world.submit("task") { $0.terms.requires = [.power, .network] }
    world.set(.network(Network.none))
    world.pass(.hours(1))
    world.set(.network(.wifi))
    world.pass(.seconds(1))
    world.set(.network(Network.none))
    let since = world.now.wall
    world.pass(.hours(1))
    let history = try #require(self.history(world))
    #expect(history.start(of: .network) == since)
    #expect(history.start(of: .load) == nil)
  }

  @Test func whatIsForgottenIsNotCounted() throws {
    var settings = Settings()
    settings.rememberedDeviceChanges = 4
    var world = World(settings: settings, .power(.battery))
    world.submit("task") { $0.terms.requires = [.power] }
    for level in 50..<60 {
      world.pass(.hours(1))
      world.set(.battery(level))
    }
    let history = try #require(self.history(world))
    #expect(world.now.wall - history.since == .hours(3))
    #expect(cost(.power, history) == .hours(3))
  }

  @Test func ofPeriodicWorkThePresentIntervalCounts() throws {
    var world = World(.power(.battery))
    world.submit("task") {
      $0.terms.requires = [.power]
      $0.terms.every = .days(1)
    }
    world.pass(.hours(5))
    #expect(cost(.earliest, history(world)) == .zero)
    world.set(.power(.ac))
    world.pass(.minutes(2))
    world.finish("task")
    let done = world.now.wall
    world.pass(.hours(3))
    let history = try #require(self.history(world))
    #expect(history.since == done)
    #expect(cost(.earliest, history) == .hours(3))
    #expect(cost(.power, history) == .zero)
  }

  @Test func aRequestThatIsNotThereHasNone() {
    #expect(history(World(), "nobody") == nil)
  }
}
