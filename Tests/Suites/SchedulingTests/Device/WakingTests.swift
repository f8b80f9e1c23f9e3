import Testing

@testable import Scheduling

/// Requests that wake a sleeping machine. The clock begins on Monday, 2 March 2026, at 06:30, and the interval of a
/// daily request ends at the same time of the next day.
struct WakingTests {
  /// The last moment for a run of at most half an hour, after the time in which power becomes steady.
  let lead = Duration.minutes(35)

  /// The likeliest moment for a request that is late since its last moment: the middle of the first hour in which most
  /// average users sleep.
  private let nextNight = Duration.hours(19) + .minutes(35)

  /// A machine on battery, on which maintenance waits for power.
  func world() -> World {
    var settings = Settings()
    settings.usersMayWake = true
    return World(settings: settings, measured: [.power(.battery), .battery(80), .idle(true)])
  }

  func submit(
    _ id: String, to world: inout World, _ change: (inout Submission) -> Void = { _ in }
  ) {
    let answer = world.submit(id, .maintenance) {
      $0.terms.every = .days(1)
      $0.terms.budget = .minutes(30)
      $0.terms.run.wakesMachine = true
      change(&$0)
    }
    #expect(answer?.acceptance != nil, "\(String(describing: answer))")
  }

  /// Lets the machine sleep until its alarm, which is at least ten hours later.
  private func sleepUntilTheAlarm(_ world: inout World) throws -> WallTime {
    world.pass(.hours(10))
    world.announceSleep()
    let alarm = try #require(world.scheduler.machineAlarm)
    world.sleepThrough(alarm - world.now.wall)
    return alarm
  }

  @Test func isWokenAtTheLastMomentForARunInTime() {
    var world = world()
    #expect(world.scheduler.machineAlarm == nil)
    submit("backup", to: &world)
    let alarm = world.now.wall + .days(1) - lead
    #expect(world.scheduler.machineAlarm == alarm)
    #expect(world.explain("backup")?.wakesAt == alarm)
    world.cancel("backup")
    #expect(world.scheduler.machineAlarm == nil)
  }

  @Test func isWokenAtAnExactTime() {
    var world = world()
    submit("report", to: &world) {
      ($0.terms.every, $0.terms.run.isExact) = (nil, true)
      $0.earliest = .after(.hours(9))
    }
    #expect(world.scheduler.machineAlarm == world.now.wall + .hours(9))
  }

  @Test func oneAlarmServesAllRequests() {
    var world = world()
    submit("backup", to: &world)
    submit("index", to: &world) {
      ($0.terms.every, $0.latest) = (nil, .after(.hours(20)))
    }
    let alarm = world.now.wall + .hours(20) - lead
    #expect(world.scheduler.machineAlarm == alarm)
    #expect(world.explain("backup")?.wakesAt == alarm)
  }

  @Test func runsAfterTheAlarmAndSleepsAgain() throws {
    var world = world()
    submit("backup", to: &world)
    let alarm = try sleepUntilTheAlarm(&world)
    #expect(world.scheduler.isAwakeByAlarm)
    #expect(!world.isRunning("backup"))
    world.measure(.power(.ac))
    world.pass(.minutes(2))
    #expect(world.isRunning("backup"))
    world.pass(.minutes(18))
    #expect(!world.scheduler.returnsToSleep(at: world.now))
    world.finish("backup")
    #expect(world.scheduler.returnsToSleep(at: world.now))
    world.announceSleep()
    #expect(!world.scheduler.isAwakeByAlarm)
    #expect(!world.scheduler.returnsToSleep(at: world.now))
    // In the next interval, the moment is as long before the end.
    #expect(world.scheduler.machineAlarm == alarm + .days(1))
  }

  @Test func theUserWhoComesKeepsTheMachineAwake() throws {
    var world = world()
    submit("backup", to: &world)
    _ = try sleepUntilTheAlarm(&world)
    world.measure(.idle(false))
    #expect(!world.scheduler.isAwakeByAlarm)
    world.pass(.minutes(20))
    #expect(!world.scheduler.returnsToSleep(at: world.now))
  }

  /// The user was active when the machine fell asleep, and becomes idle only after the wake.
  @Test func theUserWhoLeftAndComesBackKeepsTheMachineAwake() throws {
    var world = world()
    submit("backup", to: &world)
    world.measure(.idle(false))
    _ = try sleepUntilTheAlarm(&world)
    #expect(world.scheduler.isAwakeByAlarm)
    world.measure(.idle(true))
    #expect(world.scheduler.isAwakeByAlarm)
    world.measure(.idle(false))
    #expect(!world.scheduler.isAwakeByAlarm)
  }

  /// The lid was closed. Now it is open, on a desktop that reports no idleness.
  @Test func anOpenedLidKeepsTheMachineAwake() throws {
    var world = world()
    submit("backup", to: &world)
    _ = try sleepUntilTheAlarm(&world)
    world.measure(.idle(nil))
    #expect(!world.scheduler.isAwakeByAlarm)
  }

  /// The kernel rounds the time of the alarm down to whole seconds.
  @Test func isWokenByTheAlarmAlsoAMomentBeforeIt() throws {
    var world = world()
    submit("backup", to: &world)
    world.announceSleep()
    let alarm = try #require(world.scheduler.machineAlarm)
    world.sleepThrough(alarm - world.now.wall - .seconds(2))
    #expect(world.scheduler.isAwakeByAlarm)
    world.pass(.minutes(1))
    #expect(world.scheduler.returnsToSleep(at: world.now))
    let next = try #require(world.scheduler.machineAlarm)
    #expect(next >= alarm - .seconds(2) + WakeTimes.spacing)
  }

  /// Another program prevents the sleep. The machine then counts as awake.
  @Test func aMachineThatDoesNotSleepAgainCountsAsAwake() throws {
    var world = world()
    submit("backup", to: &world)
    let alarm = try sleepUntilTheAlarm(&world)
    world.pass(WakeTimes.shortStay)
    #expect(world.scheduler.returnsToSleep(at: world.now))
    world.pass(WakeTimes.overstay)
    #expect(!world.scheduler.isAwakeByAlarm)
    #expect(!world.scheduler.returnsToSleep(at: world.now))
    #expect(world.scheduler.machineAlarm == alarm + nextNight)
  }

  @Test func sleepsAgainSoonOnBattery() throws {
    var world = world()
    submit("backup", to: &world)
    let alarm = try sleepUntilTheAlarm(&world)
    world.pass(.seconds(59))
    #expect(!world.scheduler.returnsToSleep(at: world.now))
    world.pass(.seconds(1))
    #expect(world.scheduler.returnsToSleep(at: world.now))
    #expect(!world.isRunning("backup"))
    #expect(world.scheduler.machineAlarm == alarm + nextNight)
  }

  /// Utility runs on battery. A machine is not woken for it there, unless that is allowed.
  @Test(arguments: [false, true])
  func runsOnBatteryOnlyIfThatIsAllowed(isAllowed: Bool) throws {
    var world = world()
    world.measure(.battery(80), .idle(false))
    submit("upload", to: &world) {
      ($0.terms.namedKind, $0.terms.every) = (.utility, nil)
      // Not before the machine sleeps.
      ($0.earliest, $0.latest) = (.after(.hours(11)), .after(.hours(20)))
      $0.terms.allowsBattery = isAllowed
    }
    _ = try sleepUntilTheAlarm(&world)
    world.pass(.seconds(30))
    #expect(world.isRunning("upload") == isAllowed)
  }

  /// In a wake, no request without `wake` starts on battery, and a run that was interrupted by the sleep does not keep
  /// the machine awake.
  @Test func otherWorkUsesNoBatteryInAWake() throws {
    var world = world()
    submit("backup", to: &world)
    world.submit("upload", .userInitiated) { $0.terms.budget = .hours(1) }
    #expect(world.isRunning("upload"))
    world.announceSleep()
    let alarm = try #require(world.scheduler.machineAlarm)
    world.sleepThrough(alarm - world.now.wall)
    world.submit("index", .userInitiated)
    world.pass(.seconds(30))
    #expect(world.isRunning("upload"))
    #expect(!world.isRunning("index"))
    world.pass(.seconds(30))
    #expect(world.scheduler.returnsToSleep(at: world.now))
  }

  @Test func wakesLessOftenAfterFruitlessNights() throws {
    var world = world()
    submit("backup", to: &world)
    _ = try sleepUntilTheAlarm(&world)
    for _ in 1..<WakeTimes.fruitlessLimit {
      world.pass(.minutes(1))
      world.announceSleep()
      let alarm = try #require(world.scheduler.machineAlarm)
      world.sleepThrough(alarm - world.now.wall)
      #expect(world.scheduler.isAwakeByAlarm)
    }
    let woken = world.now.wall
    world.pass(.minutes(1))
    world.announceSleep()
    let alarm = try #require(world.scheduler.machineAlarm)
    #expect(alarm >= woken + WakeTimes.longSpacing)
  }

  @Test func aMachineThatIsAwakeAtTheAlarmIsNotWokenByIt() throws {
    var world = world()
    submit("backup", to: &world)
    let alarm = try #require(world.scheduler.machineAlarm)
    world.pass(alarm - world.now.wall)
    #expect(!world.scheduler.isAwakeByAlarm)
    #expect(world.scheduler.machineAlarm == alarm + nextNight)
  }

  @Test func aUserWhoWakesTheMachineEarlierIsNotTheAlarm() throws {
    var world = world()
    submit("backup", to: &world)
    world.announceSleep()
    world.sleepThrough(.hours(8))
    #expect(!world.scheduler.isAwakeByAlarm)
    let alarm = try #require(world.scheduler.machineAlarm)
    world.announceSleep()
    // This is long after the alarm, through which the machine has slept.
    world.sleepThrough(alarm - world.now.wall + WakeTimes.reaction)
    #expect(!world.scheduler.isAwakeByAlarm)
  }

  @Test func aPausedRequestWakesNoMachine() {
    var world = world()
    submit("backup", to: &world)
    let pause = Pause(
      by: World.user, name: "alice", scope: PauseScope(owner: World.user, ids: ["backup"]),
      since: world.now.wall, lasting: .untilLifted, runs: .leave)
    let ticket = world.ticket()
    world.send(.pause(pause, ticket))
    #expect(world.scheduler.machineAlarm == nil)
  }

  @Test func isRefusedWithoutPermissionOrWithoutADate() {
    var world = World()
    let needed = world.refusal(of: "backup", .maintenance) {
      ($0.terms.every, $0.terms.run.wakesMachine) = (.days(1), true)
    }
    #expect(needed?.field == "wake" && needed?.message.contains("users-may-wake") == true)
    var allowed = self.world()
    let undated = allowed.refusal(of: "backup", .maintenance) { $0.terms.run.wakesMachine = true }
    #expect(undated?.field == "wake" && undated?.message.contains("latest") == true)
    let observer = allowed.refusal(of: "backup", .maintenance) {
      $0.terms.run.wakesMachine = true
      $0.terms.needs.changes.watched = ["mail"]
    }
    #expect(observer?.field == "wake")
  }

  /// Nights with any power, any number of requests and any results: there is at most one alarm in a night.
  @Test(arguments: UInt64(1)...8)
  func isWokenAtMostOnceANight(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var world = world()
    var wakes: [WallTime] = []
    for night in 0..<30 {
      if Bool.random(using: &generator) {
        submit("work-\(night % 4)", to: &world) {
          $0.terms.every = .hours(Int.random(in: 1...48, using: &generator))
          $0.terms.allowsBattery = Bool.random(using: &generator)
        }
      }
      world.measure(.power(Bool.random(using: &generator) ? .ac : .battery))
      world.pass(.hours(Int.random(in: 4...14, using: &generator)))
      let morning = world.now.wall + .hours(Int.random(in: 4...12, using: &generator))
      world.announceSleep()
      while let alarm = world.scheduler.machineAlarm, alarm < morning {
        world.sleepThrough(alarm - world.now.wall)
        #expect(world.scheduler.isAwakeByAlarm)
        wakes.append(alarm)
        world.measure(.power(Bool.random(using: &generator) ? .ac : .battery))
        world.pass(.minutes(Int.random(in: 1...40, using: &generator)))
        for number in 0..<4 { world.finish("work-\(number)") }
        world.announceSleep()
        if world.now.wall >= morning { break }
      }
      if world.now.wall < morning { world.sleepThrough(morning - world.now.wall) }
    }
    for (wake, next) in zip(wakes, wakes.dropFirst()) {
      #expect(next - wake >= WakeTimes.spacing)
    }
    #expect(!wakes.isEmpty)
  }
}
