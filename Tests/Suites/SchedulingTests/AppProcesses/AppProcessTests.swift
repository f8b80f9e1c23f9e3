import Testing

@testable import Scheduling

/// Processes of installed apps, and the tasks that are delivered to them.
struct AppProcessTests: NewsAppSuite {
  @Test func aTaskIsHandedOverOnceItsProcessHasLaunched() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    #expect(delivered(world).isEmpty && run.phase == .launching)
    #expect(attach(run.process, in: &world, finishes: false) == run.process)
    #expect(delivered(world).isEmpty)
    world.send(.finishLaunch(try #require(run.process), world.ticket(), handlers: nil))
    #expect(delivered(world) == [run.id])
    complete(run, true, in: &world)
    #expect(world.scheduler.request(world.key("news.a", app: "news")) == nil)
    #expect(world.scheduler.process(of: Self.app)?.state == .idle(since: world.now.awake))
  }

  /// The app would submit the task again in its handler, which was not called.
  @Test func aTaskThatIsStoppedBeforeItIsHandedOverWaitsAgain() throws {
    var world = world()
    let key = world.key("news.a", app: "news")
    world.submit("news.a", .processing) { submission in
      submission.app = "news"
      submission.terms.command = Command(arguments: [])
      submission.terms.requires = [.power]
    }
    #expect(world.scheduler.request(key) == nil)
    #expect(run("news.a", of: world)?.phase == .launching)
    world.set(.power(.battery))
    world.pass(.minutes(1))
    #expect(run("news.a", of: world) == nil)
    #expect(world.scheduler.request(key) != nil)
    world.set(.power(.ac))
    world.pass(.minutes(5))
    #expect(run("news.a", of: world) != nil)
  }

  @Test func anAttachmentMaySayThatTheLaunchHasFinished() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    world.pass(.seconds(8))
    var attachment = AppAttachment(owner: World.user, identity: Self.identity)
    attachment.process = run.process
    attachment.started = run.started.awake + .milliseconds(5)
    attachment.hasFinishedLaunching = true
    world.send(.attachApp(attachment, world.ticket()))
    #expect(delivered(world) == [run.id])
    let launch = try #require(world.scheduler.process(of: Self.app)?.launch)
    #expect(launch.started == .milliseconds(5))
    #expect(
      [launch.attached, launch.finished, launch.handed] == Array(repeating: .seconds(8), count: 3))
  }

  @Test func optionsThatOnlyACommandHasAreRefused() throws {
    var world = world()
    let changes: [(String, (inout Submission) -> Void)] = [
      ("kind", { $0.terms.namedKind = .utility }),
      ("kind", { $0.terms.namedKind = .userInitiated }),
      ("condition", { $0.terms.needs.condition = "true" }), ("retries", { $0.terms.retries = 2 }),
      ("replaceRunning", { $0.replacesRunning = true }),
      ("limits", { $0.terms.run.limits.tasks = 3 }),
      ("onClosedGate", { $0.terms.run.onClosedGate = .freeze }),
      ("earlySignal", { $0.terms.run.earlySignal = 10 }),
      ("retryOn", { $0.terms.run.retryOn = .abnormal }),
      ("signalsReadiness", { $0.terms.run.signalsReadiness = true }),
    ]
    for (field, change) in changes {
      world.submit("news.a", .processing) { submission in
        submission.app = "news"
        submission.terms.command = Command(arguments: [])
        change(&submission)
      }
      #expect(world.answer?.refusal?.field == field)
    }
  }

  @Test func aProcessThatDoesNotLaunchInTimeIsKilledWithItsTask() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    world.pass(.seconds(11))
    let killed = world.history.contains {
      if case .immediate(.killApp(let process)) = $0.effect {
        process.id == run.process
      } else {
        false
      }
    }
    #expect(killed)
    world.send(.runEnded(try #require(run.process), ProcessExit(signal: 9)))
    #expect(self.run("news.a", of: world) == nil)
    #expect(world.scheduler.process(of: Self.app) == nil)
  }

  /// The earlier daemon may have died before its kill reached the process.
  @Test func aKilledProcessThatIsStillAliveIsKilledAgain() throws {
    var world = world()
    world.killsWork = false
    let process = try #require(try begin("news.a", in: &world).process)
    world.pass(.seconds(11))
    world.forgetHistory()
    world.restart(found: [process: .alive])
    let kills = world.history.count {
      if case .immediate(.killApp(let killed)) = $0.effect { killed.id == process } else { false }
    }
    #expect(kills == 1)
  }

  @Test(arguments: [
    (false, "first use of BGTaskScheduler.shared"), (true, "its main queue never ran"),
  ])
  func aLaunchThatIsTooSlowSaysWhatIsMissing(attaches: Bool, message: String) throws {
    var world = world()
    world.killsWork = false
    let run = try begin("news.a", in: &world)
    if attaches { _ = attach(run.process, in: &world, finishes: false) }
    world.pass(.seconds(11))
    world.send(.runEnded(try #require(run.process), .killed))
    let ending = world.history.compactMap {
      if case .afterCommit(.announce(.ended(_, let ending))) = $0.effect { ending } else { nil }
    }.last
    #expect(ending?.message?.contains(message) == true)
  }

  @Test func whatHasWaitedForTheEndOfAnotherProcessIsNotLaunchedByTheNextDaemon() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world)
    complete(run, true, in: &world)
    world.send(.registerApp(try #require(world.scheduler.app(Self.app)), world.ticket()))
    let waiting = try begin("news.b", in: &world)
    #expect(waiting.process.flatMap { world.scheduler.process($0)?.state } == .waiting)
    world.forgetHistory()
    world.restart(found: [:])
    let isLaunched = world.history.contains {
      if case .afterCommit(.launchApp) = $0.effect { true } else { false }
    }
    #expect(!isLaunched && world.scheduler.process(of: Self.app) == nil)
    let isQueued = world.scheduler.request(world.key("news.b", app: "news")) != nil
    #expect(isQueued)
  }

  /// A new submission is not delayed, and its delays do not start longer.
  @Test func whatTheAppSubmitsAfterAFailureBeginsAnew() throws {
    var world = world()
    for _ in 0..<3 {
      let run = try begin("news.a", in: &world)
      if run.process.flatMap({ world.scheduler.process($0)?.identity }) == nil {
        _ = attach(run.process, in: &world)
      }
      submit("news.a", in: &world)
      complete(run, false, in: &world)
      let next = try #require(world.scheduler.request(world.key("news.a", app: "news")))
      #expect(next.retryState == RetryState())
      #expect(next.progress.checkpoint == Checkpoint())
      world.cancel("news.a", app: "news")
      world.send(.runEnded(try #require(run.process), ProcessExit(exit: 0)))
    }
  }

  @Test func aBystanderOfAKillWaitsAgain() throws {
    var world = world()
    let first = try begin("news.a", in: &world)
    let second = try begin("news.b", in: &world)
    #expect(first.process == second.process)
    _ = attach(first.process, in: &world)
    #expect(Set(delivered(world)) == [first.id, second.id])
    world.send(.stop(world.key("news.a", app: "news"), .budget, world.ticket()))
    world.pass(.seconds(1))
    world.send(.runEnded(try #require(first.process), ProcessExit(signal: 9)))
    #expect(world.scheduler.request(world.key("news.a", app: "news")) == nil)
    let isBack = world.scheduler.request(world.key("news.b", app: "news")) != nil
    #expect(isBack)
  }

  /// An app that its user starts may submit a request and end immediately.
  @Test func aTaskThatAUsersProcessNeverTookWaitsAgain() throws {
    var world = world()
    let process = try #require(attach(nil, in: &world, finishes: false))
    let run = try begin("news.a", in: &world)
    #expect(run.process == process)
    world.send(.detachApp(process))
    let isQueued = world.scheduler.request(world.key("news.a", app: "news")) != nil
    #expect(isQueued)
  }

  @Test func aUsersProcessThatNeverTakesATaskIsHandedNoMore() throws {
    var world = world()
    let process = try #require(attach(nil, in: &world, finishes: false))
    let run = try begin("news.a", in: &world)
    world.pass(run.budget + .seconds(1))
    #expect(delivered(world).isEmpty)
    let next = try begin("news.b", in: &world)
    #expect(next.process != process)
  }

  @Test func aUsersProcessGoesOnWithItsTaskOverARestart() throws {
    var world = world()
    let process = try #require(attach(nil, in: &world))
    let run = try begin("news.a", in: &world)
    world.send(.drain(leavesRuns: true))
    // All connections end with the daemon.
    world.send(.detachApp(process))
    world.restart(found: [process: .alive])
    #expect(attach(nil, in: &world) == process)
    #expect(delivered(world) == [run.id, run.id])
    complete(run, true, in: &world)
    #expect(self.run("news.a", of: world) == nil)
    #expect(world.scheduler.process(process)?.state == .active)
  }

  @Test func aUsersProcessThatDoesNotComeBackIsForgotten() throws {
    var world = world()
    let process = try #require(attach(nil, in: &world))
    let run = try begin("news.a", in: &world)
    world.restart(found: [process: .alive])
    world.pass(.seconds(11))
    #expect(world.scheduler.process(process) == nil)
    #expect(self.run("news.a", of: world)?.id != run.id)
  }

  /// The task continued while the daemon was down.
  @Test func theUseOfATaskIsChargedOverARestart() throws {
    var world = world()
    world.set(.power(.battery), .battery(90))
    world.pass(.minutes(2))
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world)
    world.noteCommit()
    world.letTimeGo(.seconds(20))
    world.restart(found: [try #require(run.process): .alive])
    world.pass(.seconds(20))
    let finished = try #require(self.run("news.a", of: world))
    complete(finished, true, in: &world)
    let usage = world.usage(of: "news")
    let ledger = usage.regular.ledger(at: world.now, world.scheduler.settings.quotas)
    #expect(ledger.used(within: .hours(24), at: world.now.wall) == .seconds(40))
  }

  @Test func aTokenIsVoidForAnotherProcess() throws {
    var world = world()
    let run = try begin("news.a", in: &world)
    _ = attach(run.process, in: &world)
    var other = AppAttachment(
      owner: World.user, identity: AppProcess.Identity(pid: 78, startTicks: 5))
    other.process = run.process
    world.send(.attachApp(other, world.ticket()))
    #expect(world.answer?.refusal?.message.contains("process 77 is already attached") == true)
    other = AppAttachment(owner: World.user, identity: Self.identity)
    (other.process, other.app) = (run.process, "mail")
    world.send(.attachApp(other, world.ticket()))
    #expect(world.answer?.refusal?.field == "id")
    #expect(world.answer?.refusal?.message.contains("launched as app 'news'") == true)
    other = AppAttachment(owner: 1, identity: Self.identity)
    other.process = run.process
    world.send(.attachApp(other, world.ticket()))
    #expect(world.answer?.refusal?.field == "token")
  }
}
