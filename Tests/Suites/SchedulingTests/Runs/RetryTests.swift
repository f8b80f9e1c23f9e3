import Testing

@testable import Scheduling

/// The request after a run that did not succeed.
struct RetryTests {
  /// Returns the seconds after the first start at which a command starts that always ends with `exit`.
  private func starts(
    of world: inout World, exit: Int32, hours: Int, _ change: (inout Submission) -> Void
  ) -> [Double] {
    let begin = world.now
    world.submit("task", .utility, change)
    world.finish("task", exit: exit)
    while world.now.wall < begin.wall + .hours(hours) {
      world.pass(.seconds(30))
      world.finish("task", exit: exit)
    }
    return world.starts(of: "task", after: begin)
  }

  @Test func failuresAreTriedAgainAtDoublingDelaysAndThenGivenUp() {
    var world = World()
    let starts = starts(of: &world, exit: 1, hours: 2) { _ in }
    #expect(starts == [0, 30, 90, 210, 450])
    #expect(!world.waits("task"))
    #expect(world.removals("task") == [.gaveUp])
  }

  @Test func delaysGrowAsWasAskedFor() {
    var world = World()
    let starts = starts(of: &world, exit: 1, hours: 2) {
      $0.terms.backoff.growth = .linear
      $0.terms.backoff.first = .minutes(2)
    }
    #expect(starts == [0, 120, 360, 720, 1200])
  }

  @Test func asManyRetriesAsWereAskedFor() {
    var world = World()
    #expect(starts(of: &world, exit: 1, hours: 1) { $0.terms.retries = 1 } == [0, 30])
    #expect(world.removals("task") == [.gaveUp])
  }

  @Test func aStatusIsFinalWhereOnlyAbnormalEndsAreRetried() {
    var world = World()
    #expect(starts(of: &world, exit: 1, hours: 1) { $0.terms.run.retryOn = .abnormal } == [0])
    #expect(world.outcomes("task") == [.failed])
    #expect(world.removals("task") == [.gaveUp])
    world.submit("later", .utility) { $0.terms.run.retryOn = .abnormal }
    world.finish("later", exit: 75)
    #expect(world.waits("later"))
  }

  @Test func abnormalEndsAreRetriedAsOftenAsWasAskedFor() {
    var world = World()
    world.submit("task", .utility) {
      $0.terms.run.retryOn = .abnormal
      $0.terms.retries = 1
    }
    world.finish("task", exit: nil, signal: 9)
    #expect(world.outcomes("task") == [.crashed])
    world.pass(.seconds(30))
    #expect(world.isRunning("task"))
    var finish = ProcessExit()
    finish.launchFailure = "/bin/true: no such file"
    world.send(.runEnded(2, finish))
    #expect(world.removals("task") == [.gaveUp])
  }

  @Test func periodicWorkWaitsForItsNextIntervalAfterAStatus() {
    var world = World()
    world.submit("task", .utility) {
      $0.terms.every = .hours(1)
      $0.terms.run.retryOn = .abnormal
    }
    world.finish("task", exit: 1)
    world.pass(.minutes(59))
    #expect(!world.isRunning("task") && world.waits("task"))
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
  }

  @Test func workThatAsksForAnotherTimeIsNeverGivenUp() {
    var world = World()
    let starts = starts(of: &world, exit: 75, hours: 72) { $0.terms.retries = 0 }
    #expect(starts.prefix(5) == [0, 30, 90, 210, 450])
    #expect(starts.count > 20)
    #expect(starts.last.map { $0 - starts[starts.count - 2] } == 18000)
    #expect(world.waits("task"))
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test(arguments: [Int32(1), 2, 127, 126, 255])
  func anyOtherExitIsAFailure(exit: Int32) {
    var world = World()
    world.submit("task")
    world.finish("task", exit: exit)
    #expect(world.outcomes("task") == [.failed])
    #expect(world.endings("task").first?.exit == exit)
    #expect(world.reasons("task") == [.backoff])
    #expect(world.explain("task")?.next == world.now.wall + .seconds(30))
  }

  @Test func aCrashIsAFailure() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: nil, signal: 11)
    #expect(world.outcomes("task") == [.crashed])
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 1)
  }

  @Test func aCommandThatCannotBeExecutedIsAFailureThatSaysWhy() {
    var world = World()
    world.submit("task")
    var finish = ProcessExit()
    finish.launchFailure = "/bin/true: no such file"
    world.send(.runEnded(1, finish))
    #expect(world.outcomes("task") == [.launchFailed])
    #expect(world.endings("task").first?.message == "/bin/true: no such file")
    #expect(world.reasons("task") == [.backoff])
  }

  @Test func sleepDoesNotShortenTheDelay() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.suspend(.hours(1))
    #expect(world.reasons("task") == [.backoff])
    world.pass(.seconds(30))
    #expect(world.isRunning("task"))
  }

  @Test func successForgetsFailures() {
    var world = World()
    world.submit("task", .utility) { $0.terms.every = .hours(1) }
    world.finish("task", exit: 1)
    world.pass(.seconds(30))
    world.finish("task", exit: 1)
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 2)
    world.pass(.seconds(60))
    world.finish("task", exit: 0)
    let request = world.scheduler.request(world.key("task"))
    #expect(request?.progress.failures == 0)
    #expect(request?.progress.attempts == 0)
    #expect(request?.progress.lastSuccess == world.now.wall)
  }

  @Test func periodicWorkThatGivesUpAWindowCountsItsFailuresOn() {
    var world = World()
    world.submit("task", .utility) {
      $0.terms.every = .hours(1)
      $0.terms.retries = 0
    }
    for failures in 1...3 {
      world.finish("task", exit: 1)
      #expect(world.scheduler.request(world.key("task"))?.progress.failures == failures)
      #expect(world.scheduler.request(world.key("task"))?.progress.attempts == 0)
      world.pass(.hours(1))
    }
    #expect(world.removals("task").isEmpty)
  }

  @Test func whatTheSystemStoppedIsNoFault() {
    var world = World()
    world.submit("feed", .refresh)
    world.set(.lowPower(true))
    world.finish("feed", exit: 1)
    world.set(.lowPower(false))
    #expect(world.isRunning("feed"))
    #expect(world.scheduler.request(world.key("feed"))?.progress.failures == 0)
  }

  /// During the delay, only force starts the request. During its next try, it is running.
  @Test func retryOfAQueuedRequestNamesTheCommandThatStartsIt() throws {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.send(.retry(world.key("task"), world.ticket()))
    let advice = "`rubatoctl run task --force` starts it now"
    #expect(world.answer?.refusal?.message.contains(advice) == true)
    world.run("task", .ifReady)
    #expect(world.answer?.refusal?.reasons == ["backoff"])
    world.passUntilRunning("task")
    for isCancelled in [false, true] {
      if isCancelled { world.cancel("task") }
      world.send(.retry(world.key("task"), world.ticket()))
      let words = "task is already running, as run 2;"
      #expect(world.answer?.refusal?.message.hasPrefix(words) == true)
    }
  }
}
