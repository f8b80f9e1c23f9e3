import Testing

@testable import Scheduling

/// Repeating work over several days, as its owner sees it.
struct RhythmTests {
  private func daily(_ submission: inout Submission) {
    submission.terms.every = .days(1)
  }

  /// Lets `hours` pass. Every run succeeds after `minutes`.
  private func live(_ world: inout World, hours: Int, minutes: Int = 10, _ id: String = "backup") {
    for _ in 0..<(hours * 60 / minutes) {
      world.pass(.minutes(minutes))
      world.finish(id)
    }
  }

  @Test func runsOnceInEachInterval() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    live(&world, hours: 80)
    #expect(world.starts(of: "backup", after: begin) == [0, 86400, 172_800, 259_200])
  }

  @Test func aRunForcedBeforeItsTimeMovesNoneOfTheOthers() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .after(.hours(5))
    }
    world.run("backup", .force)
    world.finish("backup")
    live(&world, hours: 30)
    #expect(world.starts(of: "backup", after: begin) == [0, 5 * 3600, 29 * 3600])
  }

  @Test func catchesUpOnceAfterALongSleep() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    world.suspend(.days(5) + .hours(3))
    #expect(world.isRunning("backup"))
    live(&world, hours: 24)
    let days = world.starts(of: "backup", after: begin).map { $0 / 86400 }
    #expect(days == [0, 5.125, 6])
  }

  @Test func aLateRunDoesNotShiftTheOnesAfterIt() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    world.set(.idle(false))
    world.pass(.days(1) + .hours(9))
    world.set(.idle(true))
    live(&world, hours: 24)
    let hours = world.starts(of: "backup", after: begin).map { $0 / 3600 }
    #expect(hours == [0, 33, 48])
  }

  @Test func neverRunsTwiceInAnIntervalWhenSubmittedAgain() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    for _ in 0..<30 {
      world.pass(.hours(1))
      world.submit("backup", .maintenance, daily)
      world.finish("backup")
    }
    #expect(world.starts(of: "backup", after: begin) == [0, 86400])
    #expect(
      world.scheduler.request(world.key("backup"))?.progress.lastSuccess == begin.wall + .days(1))
  }

  @Test func submittedAgainDuringItsRunTheIntervalIsDone() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    #expect(!world.isRunning("backup"))
    live(&world, hours: 25)
    #expect(world.starts(of: "backup", after: begin) == [0, 86400])
  }

  @Test func submittedAgainDuringARunThatFailsItIsTriedAgainAfterItsDelay() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.submit("backup", .maintenance, daily)
    world.finish("backup", exit: 1)
    #expect(!world.isRunning("backup"))
    live(&world, hours: 1)
    #expect(world.starts(of: "backup", after: begin).prefix(2) == [0, 30])
  }

  @Test func submittingAgainEveryDayDoesNotPutTheLatestDateOff() {
    var world = World(.power(.battery), .battery(90))
    let begin = world.now
    for _ in 0..<5 {
      world.submit("backup", .maintenance) {
        $0.terms.every = .days(1)
        $0.latest = .after(.days(3))
      }
      world.pass(.days(1))
    }
    #expect(world.starts(of: "backup", after: begin).first == 259_200.0)
  }

  @Test func aDateThatIsNamedIsTakenAtItsWord() {
    var world = World(.power(.battery), .battery(90))
    world.submit("backup", .maintenance, daily)
    world.pass(.days(2))
    let friday = world.now.wall + .days(4)
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.latest = .at(friday)
    }
    #expect(world.scheduler.request(world.key("backup"))?.window.latest == friday)
  }

  @Test func aNewBeginningMovesTheRhythm() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .after(.hours(20))
    }
    live(&world, hours: 70)
    let hours = world.starts(of: "backup", after: begin).map { $0 / 3600 }
    #expect(hours == [0, 20, 44, 68])
  }

  @Test func aBeginningAfterSkippedIntervalsIsTakenAtItsWord() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    for (days, opens) in [(3, 1), (30, 30)] {
      world.submit("backup", .maintenance) {
        $0.terms.every = .days(1)
        $0.earliest = .at(begin.wall + .days(days))
      }
      let window = world.scheduler.request(world.key("backup"))?.window
      #expect(window?.opens == begin.wall + .days(opens))
    }
  }

  @Test func aNewBeginningDuringARunIsTakenAtItsWord() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance, daily)
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .after(.hours(5))
    }
    live(&world, hours: 30)
    let hours = world.starts(of: "backup", after: begin).map { $0 / 3600 }
    #expect(hours == [0, 5, 29])
  }

  @Test func whatIsAskedForNowIsNotDroppedForWhatWasLate() {
    var world = World(.power(.battery), .battery(80))
    let submit = { (submission: inout Submission) in
      submission.terms.every = .days(1)
      submission.latest = .after(.hours(2))
      submission.terms.requires = .power
    }
    world.submit("backup", .maintenance, submit)
    world.pass(.hours(3))
    world.submit("backup", .maintenance) {
      submit(&$0)
      $0.terms.atLatest = .drop
    }
    #expect(world.outcomes("backup").isEmpty)
    #expect(
      world.scheduler.request(world.key("backup"))?.window.latest == world.now.wall + .hours(2))
  }

  @Test func aScriptThatSubmitsTheSameEveryDayPutsNothingOff() {
    // Now it is 06:30. The laptop is closed at night, and plugged in for two hours at 12:30.
    var world = World(.idle(false), .power(.battery), .battery(30))
    let begin = world.now
    let midnight = begin.wall - .minutes(390)
    for day in 0..<4 {
      world.submit("backup", .maintenance) {
        $0.terms.every = .days(1)
        $0.earliest = .at(midnight + .hours(24 * day + 22))
        $0.latest = .at(midnight + .hours(24 * day + 30))
      }
      world.pass(.hours(6))
      world.set(.power(.ac))
      world.pass(.hours(2))
      world.set(.power(.battery))
      world.pass(.hours(7))
      world.suspend(.hours(9))
    }
    // The request is overdue after the first night, and no longer waits for idleness.
    let firstStart: Double = 86400 + 6 * 3600 + 60
    #expect(world.starts(of: "backup", after: begin).first == firstStart)
  }

  @Test func anotherIntervalBeginsAnew() {
    var world = World()
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    world.submit("backup", .maintenance) { $0.terms.every = .hours(1) }
    #expect(world.isRunning("backup"))
  }

  @Test func nightlyWorkWaitsForTheNightAndStaysInIt() {
    // 06:30 now; nights are from 22:00 to 06:00.
    var world = World(.idle(false))
    let begin = world.now
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .after(.minutes(15 * 60 + 30))
      $0.latest = .after(.hours(8))
    }
    world.pass(.hours(15))
    #expect(world.reasons("backup") == [.earliest, .userActive])
    // The user is active until 23:30. Then the request may run.
    world.pass(.hours(2))
    #expect(world.reasons("backup") == [.userActive])
    world.set(.idle(true))
    #expect(world.isRunning("backup"))
    world.finish("backup")
    let window = world.scheduler.request(world.key("backup"))?.window
    #expect(window.map { ($0.opens - begin.wall).seconds / 3600 } == 39.5)
    #expect(window?.latest.map { ($0 - begin.wall).seconds / 3600 } == 47.5)
  }

  @Test func flexIsCountedFromTheEarliestAndStaysWhereItIs() {
    // 06:30 now; the last four hours before eight o'clock.
    var world = World()
    let begin = world.now
    let submit = { (submission: inout Submission) in
      submission.terms.every = .days(1)
      submission.terms.flex = .hours(4)
      submission.earliest = .at(begin.wall + .minutes(90))
    }
    world.submit("backup", .maintenance, submit)
    live(&world, hours: 48)
    world.submit("backup", .maintenance) {
      submit(&$0)
      $0.earliest = .after(.minutes(90))
    }
    live(&world, hours: 48)
    let hours = world.starts(of: "backup", after: begin).map { $0 / 3600 }
    #expect(hours == [21.5, 45.5, 69.5, 93.5])
  }

  @Test func anotherFlexBeginsAnew() {
    var world = World()
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.terms.flex = .hours(4)
    }
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.terms.flex = .hours(2)
    }
    let window = world.scheduler.request(world.key("backup"))?.window
    #expect(window.map { $0.opens - world.now.wall } == .hours(22))
  }

  @Test func aGivenUpWindowOpensAgainInTheNextInterval() {
    var world = World()
    let begin = world.now
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.finish("backup", exit: 1)
    #expect(world.reasons("backup") == [.earliest])
    live(&world, hours: 25)
    #expect(world.starts(of: "backup", after: begin) == [0, 86400])
  }

  @Test(arguments: [true, false])
  func aClockThatWasYearsAheadDoesNotKeepItWaitingForYears(restarts: Bool) {
    var world = World()
    world.setClock(by: .days(4000))
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    if restarts {
      world.reboot(offline: .days(-4000))
    } else {
      world.setClock(by: .days(-4000))
    }
    let begin = world.now
    #expect(world.reasons("backup") == [.earliest])
    live(&world, hours: 50)
    let hours = world.starts(of: "backup", after: begin).map { $0 / 3600 }
    #expect(hours.filter { $0 < 1000 } == [24, 48])
  }

  @Test func aClockThatIsCorrectedByALittleChangesNothing() {
    var world = World()
    world.submit("backup", .maintenance, daily)
    world.finish("backup")
    let window = world.scheduler.request(world.key("backup"))?.window
    world.setClock(by: .seconds(-5))
    #expect(world.scheduler.request(world.key("backup"))?.window.opens == window?.opens)
  }
}
