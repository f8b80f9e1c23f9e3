import Testing

@testable import Scheduling

/// Continued tasks of installed apps, and tasks of health research.
struct ContinuedTaskTests {
  private static let app = AppKey(owner: World.user, id: "films")

  private func world(_ settings: Settings = Settings()) -> World {
    var world = World(settings: settings, .power(.ac), .network(.wifi))
    world.register("films") { app in
      app.permittedIdentifiers = ["films.export.*"]
      app.backgroundModes = ["processing"]
      app.installation = Installation(program: Command(arguments: ["/opt/films"]))
    }
    return world
  }

  /// Returns a world in which a user has started the app, and the id of its process.
  private func openWorld(_ settings: Settings = Settings()) throws -> (World, RunID) {
    var world = world(settings)
    let process = try #require(attach(nil, in: &world))
    return (world, process)
  }

  private func attach(_ launched: RunID?, in world: inout World) -> RunID? {
    var attachment = AppAttachment(
      owner: World.user, identity: AppProcess.Identity(pid: 77, startTicks: 5))
    attachment.app = "films"
    attachment.process = launched
    world.send(.attachApp(attachment, world.ticket()))
    guard case .attached(let process) = world.answer else { return nil }
    world.send(.finishLaunch(process.id, world.ticket(), handlers: nil))
    return process.id
  }

  @discardableResult
  private func submit(
    _ name: String, _ strategy: ContinuedTerms.Strategy = .queue, in world: inout World,
    _ change: (inout Submission) -> Void = { _ in }
  ) -> Answer? {
    world.submit("films.export.\(name)", .userInitiated) { submission in
      submission.app = "films"
      submission.terms.command = Command(arguments: [])
      submission.terms.task = .continued(
        ContinuedTerms(title: "Exporting", subtitle: "1 of 4", strategy: strategy))
      change(&submission)
    }
  }

  private func run(_ name: String, of world: World) -> Run? {
    world.scheduler.run(of: world.key("films.export.\(name)", app: "films"))
  }

  private func waits(_ name: String, in world: World) -> Bool {
    world.scheduler.request(world.key("films.export.\(name)", app: "films")) != nil
  }

  private func report(_ report: RunReport, of run: Run, in world: inout World) {
    world.send(.report(run.id, report, world.ticket()))
  }

  private func endings(_ name: String, in world: World) -> [Ending] {
    world.endings("films.export.\(name)")
  }

  @Test func itStartsAtOnceInTheProcessOfItsUser() throws {
    var (world, process) = try openWorld()
    world.tell("films", .refreshSwitched(on: false))
    #expect(submit("a", in: &world)?.refusal == nil)
    let begun = try #require(run("a", of: world))
    #expect(begun.process == process && begun.phase == .running)
    #expect(begun.task?.continued?.title == "Exporting")
    // Only its own behaviour ends the task before the longest budget of its kind.
    #expect(begun.budget == .days(1))
    #expect(!waits("a", in: world))
  }

  @Test func itIsSubmittedInTheForegroundOnly() {
    var world = world()
    let refusal = submit("a", in: &world)?.refusal
    #expect(refusal?.code == .notPermitted)
    #expect(refusal?.message.contains("is in the foreground") == true)
    world.tell("films", .openReported)
    #expect(submit("a", in: &world)?.refusal == nil)
    #expect(run("a", of: world) != nil)
  }

  @Test func whereItCannotStartAtOnceItFailsOrWaits() throws {
    var settings = Settings()
    settings.userInitiatedRunsAtOnce = 1
    var (world, _) = try openWorld(settings)
    submit("a", in: &world)
    let first = try #require(run("a", of: world))
    let refusal = submit("b", .fail, in: &world)?.refusal
    #expect(refusal?.code == .held && refusal?.reasons == [Reason.concurrencyLimit.rawValue])
    #expect(!waits("b", in: world))
    submit("b", .queue, in: &world)
    #expect(waits("b", in: world) && run("b", of: world) == nil)
    report(.completed(success: true), of: first, in: &world)
    #expect(run("b", of: world) != nil)
  }

  /// The refused submission does not remove the queued request of the same name.
  @Test func whatRunsCannotStartAgainAtOnce() throws {
    var (world, _) = try openWorld()
    submit("a", in: &world)
    #expect(submit("a", .fail, in: &world)?.refusal?.code == .held)
    submit("a", .queue, in: &world)
    #expect(waits("a", in: world))
  }

  @Test func itExpiresWithoutProgress() throws {
    var (world, _) = try openWorld()
    submit("a", in: &world)
    let begun = try #require(run("a", of: world))
    world.pass(.seconds(29))
    report(.progress(0.25), of: begun, in: &world)
    world.pass(.seconds(29))
    #expect(run("a", of: world)?.phase == .running)
    #expect(run("a", of: world)?.share == 0.25)
    // A new title is not progress.
    report(.title("Exporting", subtitle: "2 of 4"), of: begun, in: &world)
    world.pass(.seconds(1))
    #expect(world.warnings("films.export.a") == [.stalled])
    report(.completed(success: false), of: begun, in: &world)
    let ending = try #require(endings("a", in: world).first)
    #expect((ending.outcome, ending.stopReason) == (.expired, .stalled))
  }

  @Test func titlesAreOfContinuedTasksAndNotTooLong() throws {
    var (world, _) = try openWorld()
    submit("a", in: &world)
    let begun = try #require(run("a", of: world))
    report(.title("Exporting", subtitle: "3 of 4"), of: begun, in: &world)
    #expect(run("a", of: world)?.task?.continued?.subtitle == "3 of 4")
    report(.title(String(repeating: "x", count: 1025), subtitle: ""), of: begun, in: &world)
    #expect(world.answer?.refusal?.field == "title")
    world.submit("other", .userInitiated)
    let other = try #require(world.scheduler.run(of: world.key("other")))
    report(.title("a", subtitle: "b"), of: other, in: &world)
    #expect(world.answer?.refusal?.message.contains("the run of a continued task") == true)
  }

  /// No daemon received its reports in between.
  @Test func itHasTimeForProgressAgainAfterARestart() throws {
    var (world, process) = try openWorld()
    submit("a", in: &world)
    world.noteCommit()
    world.letTimeGo(.seconds(40))
    world.restart(found: [process: .alive])
    #expect(attach(nil, in: &world) == process)
    world.pass(.seconds(29))
    #expect(run("a", of: world)?.phase == .running)
    world.pass(.seconds(2))
    #expect(world.warnings("films.export.a") == [.stalled])
  }

  @Test func itsUserCancelsIt() throws {
    var (world, _) = try openWorld()
    submit("a", in: &world)
    let begun = try #require(run("a", of: world))
    world.cancel("films.export.a", app: "films")
    report(.completed(success: false), of: begun, in: &world)
    #expect(endings("a", in: world).map(\.outcome) == [.cancelled])
  }

  @Test func queuedOnesGoWithAForceQuit() throws {
    var settings = Settings()
    settings.userInitiatedRunsAtOnce = 1
    var (world, _) = try openWorld(settings)
    submit("a", in: &world)
    submit("b", in: &world)
    world.tell("films", .forceQuit)
    #expect(!waits("b", in: world))
    #expect(world.removals("films.export.b") == [.gate(.forceQuit)])
    #expect(run("a", of: world)?.stopReason == .gate(.forceQuit))
  }

  /// Another process would not know the work that its user has begun.
  @Test func theyGoWithTheirProcess() throws {
    var settings = Settings()
    settings.userInitiatedRunsAtOnce = 1
    var (world, process) = try openWorld(settings)
    submit("a", in: &world)
    submit("b", in: &world)
    world.send(.detachApp(process))
    #expect(!waits("a", in: world) && !waits("b", in: world))
    #expect(run("a", of: world) == nil && run("b", of: world) == nil)
  }

  @Test func itHasNoDatesAndNoCommand() throws {
    var (world, _) = try openWorld()
    #expect(
      submit("a", in: &world) { $0.earliest = .after(.hours(1)) }?.refusal?.field == "earliest")
    #expect(submit("a", in: &world) { $0.latest = .after(.hours(1)) }?.refusal?.field == "latest")
    #expect(
      submit("a", in: &world) { $0.terms.needs.condition = "true" }?.refusal?.field == "condition")
    #expect(submit("a", in: &world) { $0.terms.namedKind = .processing }?.refusal?.field == "kind")
    let command = submit("a", in: &world) { $0.terms.command = Command(arguments: ["/bin/true"]) }
    #expect(command?.refusal?.field == "task")
  }

  @Test func healthResearchNeedsItsEntitlement() throws {
    var world = world()
    let research = { (submission: inout Submission) in
      submission.app = "films"
      submission.terms.command = Command(arguments: [])
      submission.terms.task = .healthResearch(protection: "NSFileProtectionComplete")
      submission.earliest = .after(.hours(1))
    }
    let refusal = world.submit("films.export.study", .processing, research)?.refusal
    #expect(refusal?.code == .notPermitted)
    #expect(refusal?.message.contains(TaskClass.healthEntitlement) == true)
    world.register("films") { app in
      app.permittedIdentifiers = ["films.export.*"]
      app.backgroundModes = ["processing"]
      app.installation = Installation(
        program: Command(arguments: ["/opt/films"]), entitlements: [TaskClass.healthEntitlement])
    }
    #expect(world.submit("films.export.study", .processing, research)?.refusal == nil)
    world.send(.runNow(world.key("films.export.study", app: "films"), .forceReally, world.ticket()))
    let begun = try #require(run("study", of: world))
    #expect(begun.task == .healthResearch(protection: "NSFileProtectionComplete"))
  }
}
