import Testing

@testable import Scheduling

/// The moment of a wake, for requests that need external power, and the history of wakes. The clock begins on Monday, 2
/// March 2026, at 06:30.
struct WakingPowerTests {
  private func world(_ power: DeviceValue = .power(.battery)) -> World {
    var settings = Settings()
    settings.usersMayWake = true
    return World(settings: settings, measured: [power, .battery(80), .idle(true)])
  }

  /// Submits a daily request whose intervals end at 10:30, so that its last moment is at 09:55.
  private func submit(
    to world: inout World, _ change: (inout Submission) -> Void = { _ in }
  ) {
    let answer = world.submit("backup", .maintenance) {
      ($0.terms.every, $0.terms.budget) = (.days(1), .minutes(30))
      $0.earliest = .after(.hours(4))
      $0.terms.run.wakesMachine = true
      change(&$0)
    }
    #expect(answer?.acceptance != nil, "\(String(describing: answer))")
  }

  private func sleepUntilTheAlarm(_ world: inout World) throws -> WallTime {
    world.announceSleep()
    let alarm = try #require(world.scheduler.machineAlarm)
    world.sleepThrough(alarm - world.now.wall)
    #expect(world.scheduler.isAwakeByAlarm)
    return alarm
  }

  /// The last moment.
  private let last = Duration.hours(27) + .minutes(25)
  /// Half past four, in the last hour in which most users sleep.
  private let night = Duration.hours(22)

  @Test func isWokenInTheNightBeforeADayOnBattery() {
    var world = world()
    submit(to: &world)
    #expect(world.scheduler.machineAlarm == world.now.wall + night)
    #expect(world.explain("backup")?.wakesAt == world.now.wall + night)
  }

  @Test func isWokenAtTheLastMomentIfPowerIsNoMatter() {
    var allowed = world()
    submit(to: &allowed) { $0.terms.allowsBattery = true }
    #expect(allowed.scheduler.machineAlarm == allowed.now.wall + last)
    // This machine was never observed on battery.
    var desktop = world(.power(.ac))
    submit(to: &desktop)
    #expect(desktop.scheduler.machineAlarm == desktop.now.wall + last)
  }

  @Test func isNeverWokenBeforeTheWindowOpens() {
    var world = world()
    submit(to: &world) {
      $0.terms.every = nil
      ($0.earliest, $0.latest) = (.after(.hours(25)), .after(.hours(28)))
    }
    // From then on the probability falls.
    #expect(world.scheduler.machineAlarm == world.now.wall + .hours(25))
  }

  /// A wake shortly before this one would prevent it.
  @Test func aWakeAtAnExactTimeServesAlsoRequestsThatWaitForPower() {
    var world = world()
    submit(to: &world)
    let exact = world.now.wall + night + .minutes(30)
    world.submit("exact", .maintenance) {
      ($0.terms.run.isExact, $0.earliest) = (true, .at(exact))
      $0.terms.run.wakesMachine = true
    }
    #expect(world.scheduler.machineAlarm == exact)
    #expect(world.explain("backup")?.wakesAt == exact)
    world.cancel("exact")
    #expect(world.scheduler.machineAlarm == world.now.wall + night)
    // This is too late for the backup.
    world.submit("exact", .maintenance) {
      ($0.terms.run.isExact, $0.earliest) = (true, .after(last + .hours(1)))
      $0.terms.run.wakesMachine = true
    }
    #expect(world.scheduler.machineAlarm == world.now.wall + night)
  }

  /// The quiet hours end at six.
  @Test func isWokenOutsideOfQuietHours() throws {
    var settings = Settings()
    settings.usersMayWake = true
    settings.quiet = WeekHours("00:00..06:00")
    var world = World(settings: settings, measured: [.power(.battery), .battery(80), .idle(true)])
    submit(to: &world)
    let alarm = try #require(world.scheduler.machineAlarm)
    let hour = LocalTime(alarm, zoneSeconds: 0).hour
    #expect(hour == 6 || hour == 23)
  }

  @Test func isNotWokenTwiceInANight() throws {
    var world = world()
    submit(to: &world)
    let alarm = try sleepUntilTheAlarm(&world)
    world.measure(.power(.ac))
    world.pass(.minutes(2))
    #expect(world.isRunning("backup"))
    world.finish("backup")
    world.pass(.minutes(1))
    #expect(world.scheduler.returnsToSleep(at: world.now))
    world.announceSleep()
    let next = try #require(world.scheduler.machineAlarm)
    #expect(next >= alarm + WakeTimes.spacing)
  }

  @Test func findsMakeAnHourLikelierOrLessLikely() {
    var finds = PowerFinds()
    #expect(finds.chance(hour: 5, prior: 0.6) == 0.6)
    finds.note(isPowered: true, hour: 5)
    #expect(finds.chance(hour: 5, prior: 0.6) == 0.8)
    for _ in 0..<20 { finds.note(isPowered: false, hour: 23) }
    #expect(finds.chance(hour: 23, prior: 0.6) < 0.2)
    // Neighbouring hours are also affected, over midnight as well.
    #expect(finds.chance(hour: 0, prior: 0.6) < 0.3)
    #expect(finds.chance(hour: 1, prior: 0.6) == 0.6)
    for _ in 0..<20 { finds.note(isPowered: true, hour: 23) }
    #expect(finds.chance(hour: 23, prior: 0.6) > 0.8)
  }

  // MARK: Memory

  @Test(arguments: [false, true])
  func aRestartInTheNightCausesNoSecondWake(isBoot: Bool) throws {
    var world = world()
    submit(to: &world)
    let alarm = try sleepUntilTheAlarm(&world)
    world.pass(.minutes(1))
    world.announceSleep()
    if isBoot { world.reboot(offline: .minutes(10)) } else { world.restart() }
    let next = try #require(world.scheduler.machineAlarm)
    #expect(next >= alarm + WakeTimes.spacing)
  }

  @Test func aDaemonThatBeginsInAWakeLetsTheMachineSleepAgain() throws {
    var world = world()
    submit(to: &world)
    _ = try sleepUntilTheAlarm(&world)
    world.restart()
    #expect(world.scheduler.isAwakeByAlarm)
    world.pass(.minutes(1))
    #expect(world.scheduler.returnsToSleep(at: world.now))
    world.announceSleep()
    world.restart()
    #expect(!world.scheduler.isAwakeByAlarm)
  }

  /// The user may have been active while the daemon was down, and is idle only now.
  @Test func aDaemonThatWasAwayForLongLetsNoMachineSleep() throws {
    var world = world()
    submit(to: &world)
    _ = try sleepUntilTheAlarm(&world)
    world.noteCommit()
    world.restart(away: WakeTimes.absence + .seconds(1))
    #expect(!world.scheduler.isAwakeByAlarm)
    world.pass(.minutes(1))
    #expect(!world.scheduler.returnsToSleep(at: world.now))
  }

  @Test func aBootEndsAWake() throws {
    var world = world()
    submit(to: &world)
    _ = try sleepUntilTheAlarm(&world)
    world.reboot(offline: .minutes(1))
    #expect(!world.scheduler.isAwakeByAlarm)
  }

  @Test func aWakeIsStoredAlsoAfterAFailedCommit() throws {
    var world = world()
    submit(to: &world)
    let committed = world.snapshot
    #expect(!committed.learned.contains { $0.name == Learned.wakes })
    _ = try sleepUntilTheAlarm(&world)
    world.reload(committed)
    #expect(world.scheduler.isAwakeByAlarm)
    #expect(world.snapshot.learned.contains { $0.name == Learned.wakes })
  }

  @Test func theHistoryIsReadAsItWasWritten() throws {
    var history = WakeHistory()
    #expect(WakeHistory(bytes: history.bytes) == history)
    let now = world().now
    history.lastWake = now.wall
    history.fruitless = 2
    history.stay = WakeHistory.Stay(since: now, wasPowered: false, wasInUse: true)
    history.learn(isPowered: true, hour: 3)
    #expect(WakeHistory(bytes: history.bytes) == history)
    #expect(Learned(name: Learned.wakes, bytes: history.bytes).misfit == nil)
    for count in 0..<history.bytes.count {
      #expect(WakeHistory(bytes: Array(history.bytes.prefix(count))) == nil)
    }
    #expect(Learned(name: Learned.wakes, bytes: history.bytes + [0]).misfit != nil)
    // The bytes contain more wakes with power than wakes.
    var writer = ByteWriter()
    writer.append(Float(1).bitPattern)
    #expect(WakeHistory(bytes: history.bytes.dropLast(4) + writer.bytes) == nil)
  }
}
