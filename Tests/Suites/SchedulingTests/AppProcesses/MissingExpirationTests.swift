import Testing

@testable import Scheduling

/// Tasks whose app has set no expiration handler.
struct MissingExpirationTests: NewsAppSuite {
  private func kills(_ world: World) -> Int {
    world.history.count {
      if case .immediate(.killApp) = $0.effect { true } else { false }
    }
  }

  /// A task whose budget has just ended.
  private func expired(_ id: String, in world: inout World) throws -> Run {
    world.killsWork = false
    let run = try begin(id, in: &world)
    if world.scheduler.process(of: Self.app)?.identity == nil {
      _ = attach(run.process, in: &world, begun: [])
    }
    world.send(.report(run.id, .began, world.ticket()))
    world.pass(run.budget)
    return run
  }

  private func report(_ state: ExpirationReport.State, of run: Run, in world: inout World) {
    let report = ExpirationReport(state, thread: 91, stack: ["wait", "refresh()"])
    world.send(.report(run.id, .expiration(report), world.ticket()))
  }

  private func killed() -> ProcessExit {
    var finish = ProcessExit.killed
    finish.killReport = KillReport(processes: [
      KillReport.Process(
        pid: 90, parent: 1, command: "news",
        threads: [
          KillReport.Thread(id: 90, name: "news", state: "S", waitChannel: "sigsuspend"),
          KillReport.Thread(id: 91, name: "worker", state: "S", waitChannel: "futex_do_wait"),
        ])
    ])
    return finish
  }

  @Test func itsProcessIsKilledAtOnceAndThatCounts() throws {
    var world = world()
    let run = try expired("news.a", in: &world)
    #expect(kills(world) == 0)
    report(.missing, of: run, in: &world)
    #expect(kills(world) == 1)
    world.send(.runEnded(try #require(run.process), killed()))
    let ending = try #require(world.endings("news.a").last)
    #expect(ending.outcome == .killed && ending.message == Ending.withoutExpirationHandler)
    #expect(ending.happened.contains("it had no expiration handler"))
    let reliability = try #require(world.scheduler.app(Self.app)?.reliability)
    #expect(reliability.conducts == [.killed])
    let sentence = try #require(ending.killReport?.sentence)
    #expect(sentence.contains("in the thread of its handler (91, worker), was waiting for a lock"))
    #expect(sentence.contains("It was in wait, called by refresh()."))
    #expect(sentence.hasSuffix("The task had no expiration handler."))
  }

  @Test func thePolicyMayHaveItCompleted() throws {
    var settings = Settings()
    settings.missingExpirationHandler = .complete
    var world = world(settings)
    let run = try expired("news.a", in: &world)
    report(.missing, of: run, in: &world)
    #expect(kills(world) == 0)
    let ending = try #require(world.endings("news.a").last)
    #expect(ending.outcome == .expired && ending.exit == 1)
    #expect(ending.happened.contains("complete and unsuccessful"))
    #expect(world.scheduler.process(of: Self.app)?.state == .idle(since: world.now.awake))
  }

  @Test func underADebuggerItIsCompleted() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    let process = try #require(attach(run.process, in: &world, begun: []))
    world.send(.debugged(process))
    world.send(.stop(run.key, .budget, world.ticket()))
    report(.missing, of: run, in: &world)
    #expect(kills(world) == 0 && world.outcomes("news.a") == [.expired])
  }

  @Test func aReportBeforeItsTimeIsOverChangesNothing() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world, begun: [])
    report(.missing, of: run, in: &world)
    #expect(kills(world) == 0 && self.run("news.a", of: world)?.phase == .running)
  }

  @Test(arguments: [
    (ExpirationReport.State.called, "Its expiration handler had been called and had not returned."),
    (.returned, "Its expiration handler had returned, and the task was not complete."),
  ])
  func theReportOfAKillSaysWhatBecameOfTheHandler(
    state: ExpirationReport.State, words: String
  ) throws {
    var world = world()
    let run = try expired("news.a", in: &world)
    report(state, of: run, in: &world)
    world.pass(.seconds(1))
    world.send(.runEnded(try #require(run.process), killed()))
    let report = try #require(world.endings("news.a").last?.killReport)
    #expect(report.sentence.hasSuffix(words))
    #expect(report.holder == KillReport.Holder(thread: 91, stack: ["wait", "refresh()"]))
  }

  @Test func theReportOfAKillSaysThatTheHandlerWasNeverCalled() throws {
    var world = world()
    world.killsWork = false
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world, begun: [])
    world.pass(run.budget + .seconds(1))
    world.send(.runEnded(try #require(run.process), killed()))
    let ending = try #require(world.endings("news.a").last)
    #expect(ending.outcome == .killed && ending.killReport?.expiration == .notBegun)
  }
}
