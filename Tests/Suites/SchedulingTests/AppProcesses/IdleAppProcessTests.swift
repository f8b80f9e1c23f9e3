import Testing

@testable import Scheduling

/// Processes of apps without tasks, and processes without limits.
struct IdleAppProcessTests: NewsAppSuite {
  @Test func aProcessIsSuspendedWhenItHasHadNothingToDoForAWhile() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world)
    complete(run, true, in: &world)
    world.pass(.seconds(1))
    // The process is not suspended yet, so it gets the next task without being resumed.
    let next = try begin("news.b", in: &world)
    #expect(next.process == run.process && delivered(world).last == next.id)
    #expect(
      !world.history.contains {
        if case .afterCommit(.resumeApp) = $0.effect { true } else { false }
      })
    complete(next, true, in: &world)
    let idle = world.now.awake
    world.pass(.seconds(10))
    let process = try #require(world.scheduler.process(of: Self.app))
    #expect(process.state == .suspended(since: idle + .seconds(5)))
    world.pass(.minutes(3))
    #expect(world.scheduler.process(of: Self.app)?.state == .ending)
  }

  @Test func aProcessThatHasNothingToDoEndsWhenMemoryIsShort() throws {
    for wait in [Duration.seconds(1), .seconds(10)] {
      var world = world()
      let run = try begin("news.a", in: &world)
      _ = attach(run.process, in: &world)
      world.set(.memory(.critical))
      #expect(world.scheduler.process(of: Self.app)?.state == .active)
      world.set(.memory(.normal))
      complete(run, true, in: &world)
      world.pass(wait)
      world.set(.memory(.warning))
      #expect(world.scheduler.process(of: Self.app)?.state != .ending)
      world.set(.memory(.critical))
      // The process keeps the time that follows a task, and ends after it.
      world.pass(.seconds(4))
      #expect(world.scheduler.process(of: Self.app)?.state == .ending)
    }
  }

  @Test(arguments: [false, true])
  func aProcessThatHoldsALockWhenItIsSuspendedIsNamedOrEnded(ends: Bool) throws {
    var settings = Settings()
    settings.suspendedWithLock = ends ? .kill : .warn
    var world = world(settings)
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world)
    complete(run, true, in: &world)
    world.pass(.seconds(5))
    world.send(.foundLocks(try #require(run.process), ["/home/me/news.db"]))
    let process = try #require(world.scheduler.process(of: Self.app))
    if ends {
      #expect(process.state == .ending)
    } else {
      #expect(process.locks == ["/home/me/news.db"])
      _ = try begin("news.b", in: &world)
      #expect(world.scheduler.process(of: Self.app)?.locks == [])
    }
  }

  @Test func whatADebuggerHoldsHasNoLimitsAndIsNotLearnedFrom() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    world.send(.debugged(try #require(run.process)))
    world.pass(.seconds(60))
    #expect(world.scheduler.process(of: Self.app)?.state != .ending)
    _ = attach(run.process, in: &world)
    world.pass(.hours(3))
    #expect(self.run("news.a", of: world)?.phase == .running)
    let before = world.scheduler.app(Self.app)?.reliability
    world.send(.runEnded(try #require(run.process), ProcessExit(signal: 9)))
    #expect(world.scheduler.app(Self.app)?.reliability == before)
  }

  @Test func aProcessUnderADebuggerHasNoLimitsAfterARestart() throws {
    var world = world()
    let process = try #require(attach(nil, in: &world))
    world.send(.debugged(process))
    let run = try begin("news.a", in: &world)
    world.restart(found: [process: .alive])
    #expect(attach(nil, in: &world) == process)
    world.pass(.hours(3))
    #expect(self.run("news.a", of: world)?.id == run.id)
    // A process that does not attach again is forgotten, without another event.
    world.restart(found: [process: .alive])
    world.pass(.seconds(11))
    #expect(world.scheduler.process(process) == nil)
  }

  /// The time of a process's unit includes that of the task that begins last.
  @Test func aProcessMayLiveForATaskOfTheLongestBudget() {
    var settings = Settings()
    #expect(settings.appProcessLimit > settings.appProcessTime / 2 + .days(1))
    settings.appProcessTime = .days(7)
    #expect(settings.appProcessLimit == .days(7))
  }
}
