import Testing

@testable import Scheduling

/// Alarms: tried as refreshes are from their date on, and caught up when the app is opened.
struct AlarmTests: NewsAppSuite {
  private let id = "alarm:draft-sync"

  @discardableResult
  private func schedule(
    _ due: Duration, _ id: String? = nil, in world: inout World,
    _ change: (inout Submission) -> Void = { _ in }
  ) -> Answer? {
    let due = world.now.wall + due
    return world.submit(id ?? self.id, .refresh) { submission in
      submission.app = "news"
      submission.terms.command = Command(arguments: [])
      submission.terms.task = .alarm(due: due)
      change(&submission)
    }
  }

  /// Sets a state of the device in which no request begins.
  private func drain(_ world: inout World) {
    world.set(.power(.battery), .battery(3))
    world.pass(.minutes(1))
  }

  private func waiting(_ world: World, _ id: String? = nil) -> Request? {
    world.scheduler.request(world.key(id ?? self.id, app: "news"))
  }

  @Test func itIsTriedFromItsDateOn() throws {
    var world = world()
    schedule(.hours(2), in: &world)
    world.pass(.minutes(119))
    #expect(run(id, of: world) == nil && waiting(world) != nil)
    for _ in 0..<7200 where run(id, of: world) == nil { world.pass(.seconds(1)) }
    let begun = try #require(run(id, of: world))
    #expect(begun.process != nil && begun.budget == .seconds(30))
    #expect(waiting(world) == nil)
  }

  @Test func whatWasMissedIsCaughtUpWhenTheAppIsOpened() throws {
    var world = world()
    drain(&world)
    schedule(.hours(2), in: &world)
    schedule(.hours(3), "alarm:second", in: &world)
    schedule(.hours(90), "alarm:later", in: &world)
    // This is longer than anything else waits.
    world.pass(.hours(48))
    world.reboot(offline: .hours(1))
    world.set(.power(.battery), .battery(3))
    #expect(run(id, of: world) == nil)
    #expect(world.reasons(id, app: "news").contains(.battery))
    let process = attach(nil, in: &world)
    let first = try #require(run(id, of: world))
    #expect(first.process == process)
    #expect(first.lateness == first.started.wall - (try #require(first.task?.due)))
    #expect(try #require(first.lateness) > .hours(46))
    complete(first, true, in: &world)
    let second = try #require(run("alarm:second", of: world))
    complete(second, true, in: &world)
    #expect(waiting(world, "alarm:later") != nil && run("alarm:later", of: world) == nil)
  }

  @Test func anAppInFrontGetsItOnTime() throws {
    var world = world()
    drain(&world)
    _ = attach(nil, in: &world)
    world.tell("news", .refreshSwitched(on: false))
    schedule(.hours(2), in: &world)
    world.pass(.hours(2) - .seconds(1))
    #expect(run(id, of: world) == nil)
    world.pass(.seconds(1))
    #expect(try #require(run(id, of: world)).lateness == .zero)
  }

  @Test func whatReachesAnAppInFrontIsNotEndedByItsQuota() throws {
    var world = world()
    drain(&world)
    _ = attach(nil, in: &world)
    // By then the app has not been opened for so long that its quota is zero.
    schedule(.days(70), in: &world)
    world.pass(.days(70))
    let begun = try #require(run(id, of: world))
    world.pass(.seconds(29))
    #expect(try #require(run(id, of: world)).id == begun.id)
    #expect(run(id, of: world)?.stopReason == nil)
    complete(begun, true, in: &world)
    #expect(world.outcomes(id) == [.completed])
  }

  @Test func aForceQuitAppGetsAllOfThemOnceItIsOpened() throws {
    var world = world()
    schedule(.hours(2), in: &world)
    world.tell("news", .forceQuit)
    world.pass(.hours(5))
    #expect(world.reasons(id, app: "news").contains(.forceQuit))
    _ = attach(nil, in: &world)
    #expect(run(id, of: world) != nil)
  }

  @Test func theDateIsByTheWallClock() throws {
    var world = world()
    drain(&world)
    _ = attach(nil, in: &world)
    schedule(.hours(20), in: &world)
    let due = try #require(waiting(world)).window.opens
    world.setClock(by: .days(-30))
    #expect(waiting(world)?.window.opens == due && run(id, of: world) == nil)
    world.setClock(by: .days(31))
    let lateness = try #require(run(id, of: world)).lateness
    #expect(lateness.map { $0 > .hours(3) && $0 < .hours(5) } == true)
  }

  @Test func oneThatIsPastIsDueAtOnce() throws {
    var world = world()
    _ = attach(nil, in: &world)
    schedule(.days(-3), in: &world)
    #expect(try #require(run(id, of: world)).lateness.map { $0 >= .days(3) } == true)
  }

  @Test func whatARebootInterruptsIsHandedOverAgain() throws {
    var world = world()
    _ = attach(nil, in: &world)
    schedule(.days(-3), in: &world)
    _ = try #require(run(id, of: world))
    world.reboot(offline: .minutes(1))
    let again = try #require(waiting(world))
    #expect(again.terms.task?.due == again.window.opens)
  }

  @Test func thereAreSixtyFourOfAnApp() throws {
    var world = world()
    for number in 1...64 {
      let answer = schedule(.hours(number), "alarm:\(number)", in: &world)
      #expect(answer?.refusal == nil, "\(number)")
    }
    #expect(schedule(.hours(1), "alarm:65", in: &world)?.refusal?.code == .limit)
    // A replaced alarm keeps its place. Alarms take no places of tasks.
    #expect(schedule(.hours(1), "alarm:64", in: &world)?.acceptance?.replaced == true)
    #expect(submit("news.clean", in: &world)?.refusal == nil)
  }

  @Test func whatItMustBeIsSaid() {
    var world = world()
    #expect(schedule(.hours(1), "draft-sync", in: &world)?.refusal?.field == "id")
    #expect(schedule(.days(5000), in: &world)?.refusal?.field == "task.due")
    let dated = schedule(.hours(1), in: &world) { $0.earliest = .after(.hours(1)) }
    #expect(dated?.refusal?.field == "earliest")
    #expect(
      schedule(.hours(1), in: &world) { $0.terms.namedKind = .push }?.refusal?.field == "kind")
  }

  @Test func noAppListsTheirIdentifiers() {
    var world = World()
    world.register("news") { app in
      app.permittedIdentifiers = ["alarm:mine"]
      app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    }
    #expect(world.answer?.refusal?.field == "permittedIdentifiers")
  }
}
