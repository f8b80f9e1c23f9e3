import Testing

@testable import Scheduling

/// Fetches by an interval, of apps that submit no requests.
struct FetchTests: NewsAppSuite {
  private let id = TaskCategory.fetchIdentifier

  private func fetchWorld(identifiers: [String] = []) -> World {
    var world = World(.power(.ac), .network(.wifi))
    world.register("news") { app in
      app.permittedIdentifiers = identifiers
      app.backgroundModes = ["fetch"]
      app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    }
    return world
  }

  @discardableResult
  private func ask(_ interval: Duration, in world: inout World) -> Answer? {
    world.submit(nil, .refresh) { submission in
      submission.app = "news"
      submission.terms.command = Command(arguments: [])
      submission.terms.task = .fetch(interval: interval)
    }
  }

  private func waiting(_ world: World) -> Request? {
    world.scheduler.request(world.key(id, app: "news"))
  }

  @Test func itBeginsAgainAfterEachInterval() throws {
    var world = fetchWorld()
    let asked = world.now.wall
    #expect(ask(.hours(2), in: &world)?.acceptance?.request.window.opens == asked + .hours(2))
    for _ in 0..<3 {
      let due = try #require(waiting(world)).window.opens
      world.pass(due - world.now.wall - .seconds(1))
      #expect(run(id, of: world) == nil)
      while run(id, of: world) == nil { world.pass(.seconds(5)) }
      let begun = try #require(run(id, of: world))
      let next = try #require(waiting(world))
      #expect(next.window.opens == begun.started.wall + .hours(2))
      #expect(next.sequence > begun.sequence)
      if world.scheduler.process(begun.process ?? 0)?.identity == nil {
        _ = attach(begun.process, in: &world)
      }
      complete(begun, true, in: &world)
    }
    #expect(world.outcomes(id) == [.completed, .completed, .completed])
  }

  @Test func theSameIntervalAgainPutsNothingOff() throws {
    var world = fetchWorld()
    ask(.hours(2), in: &world)
    let first = try #require(waiting(world))
    world.pass(.hours(1))
    #expect(ask(.hours(2), in: &world)?.acceptance?.kept == true)
    #expect(waiting(world) == first)
    let asked = world.now.wall
    ask(.hours(3), in: &world)
    #expect(waiting(world)?.window.opens == asked + .hours(3))
  }

  @Test func anAppThatListsIdentifiersHasNone() {
    var world = fetchWorld(identifiers: ["news.refresh"])
    let refusal = ask(.hours(1), in: &world)?.refusal
    #expect(refusal?.message.contains("'news.refresh'") == true)
  }

  @Test func noAppListsItsIdentifier() {
    let world = fetchWorld(identifiers: [TaskCategory.fetchIdentifier])
    #expect(world.answer?.refusal?.field == "permittedIdentifiers")
  }

  @Test func whatARebootInterruptedComesSooner() throws {
    var world = fetchWorld()
    ask(.hours(2), in: &world)
    while run(id, of: world) == nil { world.pass(.seconds(5)) }
    let opened = try #require(run(id, of: world)).started.wall
    world.reboot(offline: .minutes(1))
    #expect(try #require(waiting(world)).window.opens <= opened)
  }

  @Test func whatIsCancelledDoesNotComeBack() throws {
    var world = fetchWorld()
    ask(.hours(2), in: &world)
    while run(id, of: world) == nil { world.pass(.seconds(5)) }
    world.cancel(id, app: "news", keepsRunning: true)
    #expect(waiting(world) == nil)
    world.reboot(offline: .minutes(1))
    #expect(waiting(world) == nil)
  }
}
