import Testing

@testable import Scheduling

/// Tasks whose process reports the calls of their handlers. A task that was delivered but whose handler was not called
/// is still owed.
struct TaskHandlerTests: NewsAppSuite {
  private func isQueued(_ id: String, in world: World) -> Bool {
    world.scheduler.request(world.key(id, app: "news")) != nil
  }

  /// Ways in which a process ends before it calls a handler.
  static let ends = [
    ProcessExit(exit: 0), ProcessExit(exit: 1), ProcessExit(signal: 9), ProcessExit(signal: 11),
  ]

  @Test(arguments: ends)
  func aTaskWhoseHandlerWasNotCalledIsOwed(finish: ProcessExit) throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world, begun: [])
    #expect(delivered(world) == [run.id])
    world.send(.runEnded(try #require(run.process), finish))
    #expect(world.endings("news.a").map(\.outcome) == [.interrupted])
    let message = world.endings("news.a").last?.message
    #expect(message?.contains("before it called the handler") == true)
    let request = try #require(world.scheduler.request(run.key))
    // An app that ends whenever it is launched is launched again only after a delay.
    #expect(request.progress.backoffUntil == world.now.awake + .seconds(30))
    world.send(.runNow(run.key, .forceReally, world.ticket()))
    let next = try #require(self.run("news.a", of: world))
    _ = attach(next.process, in: &world, begun: [])
    world.send(.runEnded(try #require(next.process), finish))
    #expect(
      world.scheduler.request(run.key)?.progress.backoffUntil == world.now.awake + .seconds(60))
  }

  @Test(arguments: ends)
  func aTaskWhoseHandlerWasCalledIsConsumed(finish: ProcessExit) throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world, begun: [])
    world.send(.report(run.id, .began, world.ticket()))
    world.send(.runEnded(try #require(run.process), finish))
    #expect(world.endings("news.a").map(\.isFailure) == [true])
    #expect(!isQueued("news.a", in: world))
  }

  /// A command is tried again after an exit with 75, but the start of a task has removed its request.
  @Test func aProcessThatExitsToBeTriedAgainHasNotFailed() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world, begun: [])
    world.send(.report(run.id, .began, world.ticket()))
    world.send(.runEnded(try #require(run.process), ProcessExit(exit: 75)))
    #expect(world.outcomes("news.a") == [.retryLater])
    #expect(world.endings("news.a").map(\.isFailure) == [false])
    #expect(!isQueued("news.a", in: world))
  }

  /// Without reports from an older library, the handler is assumed to have been called.
  @Test func aProcessThatReportsNoHandlersLosesItsTask() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world)
    world.send(.runEnded(try #require(run.process), ProcessExit(signal: 9)))
    #expect(world.outcomes("news.a") == [.crashed])
    #expect(!isQueued("news.a", in: world))
  }

  /// The user quits the app at the moment when the task is due.
  @Test func aTaskOfAnAppThatIsQuitBeginsInTheNextProcess() throws {
    var world = world()
    let process = try #require(attach(nil, in: &world, begun: []))
    let run = try begin("news.a", in: &world)
    #expect(run.process == process && delivered(world) == [run.id])
    world.send(.detachApp(process))
    let request = try #require(world.scheduler.request(run.key))
    #expect(request.progress.backoffUntil == nil)
  }

  /// A process that attaches to a restarted daemon reports in the same call which tasks have begun.
  @Test func anAttachmentSaysWhatHasBegun() throws {
    for hasBegun in [false, true] {
      var world = world()
      let process = try #require(attach(nil, in: &world, begun: []))
      let run = try begin("news.a", in: &world)
      if hasBegun { world.send(.report(run.id, .began, world.ticket())) }
      world.restart(found: [process: .alive])
      _ = attach(nil, in: &world, begun: hasBegun ? [run.id] : [])
      world.send(.detachApp(process))
      #expect(isQueued("news.a", in: world) == !hasBegun)
    }
  }

  /// An end that could not be committed is reported again. The earlier reports of the process are still in effect.
  @Test(arguments: [false, true]) func anEndThatCouldNotBeCommittedIsTheSameAgain(hasBegun: Bool)
    throws
  {
    var world = world()
    let run = try begin("news.a", in: &world)
    let process = try #require(attach(run.process, in: &world, begun: []))
    if hasBegun { world.send(.report(run.id, .began, world.ticket())) }
    let before = world.snapshot
    for _ in 1...2 {
      world.reload(before)
      world.send(.runEnded(process, ProcessExit(signal: 9)))
      #expect(world.endings("news.a").last?.outcome == (hasBegun ? .crashed : .interrupted))
      #expect(isQueued("news.a", in: world) == !hasBegun)
    }
  }

  @Test func aReportMustBeOfATask() throws {
    var world = world()
    world.submit("backup", .userInitiated)
    let run = try #require(world.scheduler.run(of: world.key("backup")))
    world.send(.report(run.id, .began, world.ticket()))
    #expect(world.answer?.refusal?.message.contains("run of a task of an app") == true)
    world.send(.report(run.id, .expiration(ExpirationReport(.missing)), world.ticket()))
    #expect(world.answer?.refusal != nil)
    let stack = Array(repeating: "f", count: ExpirationReport.longestStack + 1)
    let long = ExpirationReport(.called, thread: 5, stack: stack)
    world.send(.report(run.id, .expiration(long), world.ticket()))
    #expect(world.answer?.refusal?.field == "stack")
  }
}

/// The wake for the end of transfers, which is owed until the app has completed it.
struct OwedTransferWakeTests: NewsAppSuite {
  private let wake = TaskClass.sessionPrefix + "films"

  /// Returns the wake that begins because the only transfer of a session has ended.
  private func woken(in world: inout World) throws -> Run {
    world.submit("1", .userInitiated) { submission in
      submission.app = "news"
      submission.terms.task = .transfer(session: "films")
    }
    world.send(.runEnded(try #require(run("1", of: world)).id, ProcessExit(exit: 0)))
    return try next(in: &world)
  }

  private func next(in world: inout World, after delay: Duration = .zero) throws -> Run {
    world.pass(delay)
    for _ in 0..<120 where run(wake, of: world) == nil { world.pass(.seconds(1)) }
    return try #require(run(wake, of: world))
  }

  /// A process that is killed while it receives the wake, or crashes in its handler.
  @Test(arguments: [false, true]) func isOwedByAProcessThatIsKilled(hasBegun: Bool) throws {
    var world = world()
    let run = try woken(in: &world)
    _ = attach(run.process, in: &world, begun: [])
    if hasBegun { world.send(.report(run.id, .began, world.ticket())) }
    world.send(.runEnded(try #require(run.process), ProcessExit(signal: 9)))
    let again = try next(in: &world, after: .seconds(30))
    _ = attach(again.process, in: &world, begun: [])
    complete(again, true, in: &world)
    #expect(world.scheduler.request(run.key) == nil)
    #expect(world.outcomes(wake).last == .completed)
  }

  @Test func comesLessOftenToAnAppThatNeverCompletesIt() throws {
    var world = world()
    var run = try woken(in: &world)
    let delays: [Duration] = [.seconds(30), .seconds(60), .hours(1), .hours(2)]
    for delay in delays {
      if world.scheduler.process(of: Self.app)?.identity == nil {
        _ = attach(run.process, in: &world, begun: [])
      }
      complete(run, false, in: &world)
      let request = try #require(world.scheduler.request(run.key))
      #expect(request.progress.backoffUntil == world.now.awake + delay)
      if delay == .hours(2) {
        let text = world.explain(wake, app: "news")?.causes.map(\.text).joined() ?? ""
        #expect(text.contains("did not complete its last 4 wakes"))
      }
      run = try next(in: &world, after: delay)
    }
  }

  @Test func isNotOwedToAnAppThatIsForceQuit() throws {
    var world = world()
    let run = try woken(in: &world)
    _ = attach(run.process, in: &world, begun: [])
    world.tell("news", .forceQuit)
    world.send(.runEnded(try #require(run.process), ProcessExit(signal: 9)))
    #expect(world.scheduler.request(run.key) == nil)
  }
}
