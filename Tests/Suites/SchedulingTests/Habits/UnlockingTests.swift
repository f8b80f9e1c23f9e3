import Testing

@testable import Scheduling

/// The apps that are opened first after the device was unlocked.
struct UnlockingTests {
  /// App 0 is opened ten seconds after each unlocking, and app 1 half an hour later.
  private func life(refreshes: Duration) -> HabitLife {
    var life = HabitLife(apps: 2)
    for _ in 0..<200 { life.user.noteRefresh(refreshes) }
    for day in 0..<7 {
      for hour in stride(from: 8.0, to: 20, by: 2) {
        life.user.unlocked = HabitLife.time(day, hour)
        life.open(0, at: HabitLife.time(day, hour) + .seconds(10))
        life.open(1, at: HabitLife.time(day, hour + 0.5))
      }
    }
    life.user.unlocked = HabitLife.time(7, 8)
    return life
  }

  @Test func anAppThatIsOpenedFirstFollowsTheUnlocking() throws {
    let life = life(refreshes: .seconds(5))
    let now = HabitLife.time(7, 8)
    let moment = life.user.moment(at: now)
    #expect(try #require(moment.previous).isUnlocking)
    #expect(moment.chanceToFollow(life.apps[0]) > 0.9)
    #expect(moment.chanceToFollow(life.apps[1]) < 0.1)
    #expect(life.cause(0, at: now) == .followsUnlocking)
    #expect(life.cause(1, at: now) == nil)
    // The open should have come by now.
    #expect(life.user.moment(at: now + .seconds(50)).chanceToFollow(life.apps[0]) < 0.1)
    #expect(life.user.moment(at: now + .seconds(61)).previous == nil)
  }

  /// A refresh that begins at the unlocking would end after the open.
  @Test func longRefreshesDoNotEndBeforeTheFirstOpen() {
    let life = life(refreshes: .seconds(20))
    let moment = life.user.moment(at: HabitLife.time(7, 8))
    #expect(moment.previous?.isUnlocking == true)
    #expect(moment.chanceToFollow(life.apps[0]) < 0.1)
    #expect(!life.user.comparesAtUnlocking)
    #expect(self.life(refreshes: .seconds(5)).user.comparesAtUnlocking)
  }

  /// After an open, the opened app counts, no longer the unlocking.
  @Test func theFirstOpenEndsTheUnlocking() {
    var life = life(refreshes: .seconds(5))
    let now = HabitLife.time(7, 8) + .seconds(10)
    life.open(0, at: now)
    #expect(life.user.moment(at: now).previous?.isUnlocking == false)
  }

  /// Worths are compared in the seconds after the unlocking, not only in the next slot of the calendar.
  @Test(arguments: [true, false])
  func worthsAreComparedWhenTheDeviceIsUnlocked(compares: Bool) {
    var settings = Settings()
    settings.energy.comparesAtOpens = compares
    var world = World(settings: settings, .power(.battery), .battery(80), .idle(true))
    world.register("reader")
    world.tell("reader", .opened)
    world.tell("reader", .closed)
    world.submit("task", .refresh) { $0.app = "reader" }
    // From 06:30 to 07:35.
    world.pass(.minutes(65))
    world.set(.idle(false))
    #expect(world.explain("task", app: "reader")?.valuation?.isCompared == compares)
    world.pass(.seconds(5))
    #expect(world.explain("task", app: "reader")?.valuation?.isCompared == false)
  }

  @Test func learnsTheLengthOfRefreshes() {
    var world = World(.power(.ac), .network(.wifi))
    world.register("reader")
    world.tell("reader", .opened)
    world.tell("reader", .closed)
    world.submit("task", .refresh) { $0.app = "reader" }
    for _ in 0..<120 where !world.isRunning("task", app: "reader") { world.pass(.minutes(1)) }
    world.pass(.seconds(20))
    #expect(world.isRunning("task", app: "reader"))
    let before = world.scheduler.context.apps.habitOfUser[World.user]?.refreshSeconds
    world.finish("task", app: "reader")
    let after = world.scheduler.context.apps.habitOfUser[World.user]?.refreshSeconds
    #expect(before == UserHabit.usualRefreshSeconds && after ?? 0 > UserHabit.usualRefreshSeconds)
  }
}
