import Testing

@testable import Scheduling

/// Processes that have asked for time to finish their work.
struct HeldAppProcessTests: NewsAppSuite {
  /// Returns a world in which a process of the app has just completed a task.
  private func idleWorld(holds: Bool = true) throws -> (World, RunID) {
    var world = world()
    let run = try begin("news.a", in: &world)
    let process = try #require(attach(run.process, in: &world))
    if holds { hold(process, true, in: &world) }
    complete(run, true, in: &world)
    return (world, process)
  }

  private func hold(_ process: RunID, _ isHeld: Bool, in world: inout World) {
    world.send(.holdApp(process, isHeld: isHeld, world.ticket()))
  }

  private func state(of world: World) -> AppProcess.State? {
    world.scheduler.process(of: Self.app)?.state
  }

  @Test func itIsNotSuspendedUntilItNeedsTheTimeNoMore() throws {
    var (world, process) = try idleWorld()
    let idle = world.now.awake
    world.pass(.seconds(20))
    #expect(state(of: world) == .idle(since: idle))
    hold(process, false, in: &world)
    #expect(state(of: world) == .suspended(since: world.now.awake))
  }

  @Test func itIsKilledWhenItsTimeIsOver() throws {
    var (world, _) = try idleWorld()
    world.pass(.seconds(29))
    #expect(state(of: world) != .ending)
    world.pass(.seconds(2))
    #expect(world.scheduler.process(of: Self.app)?.acceptsTasks != true)
  }

  @Test func aTaskBeginsTheTimeAnew() throws {
    var (world, process) = try idleWorld()
    world.pass(.seconds(20))
    let run = try begin("news.b", in: &world)
    #expect(run.process == process)
    world.pass(.seconds(20))
    complete(run, true, in: &world)
    world.pass(.seconds(20))
    #expect(state(of: world) != .ending)
  }

  @Test func oneThatWasSuspendedMeanwhileGoesOn() throws {
    var (world, process) = try idleWorld(holds: false)
    world.pass(.seconds(6))
    guard case .suspended = state(of: world) else {
      Issue.record("it is \(String(describing: state(of: world)))")
      return
    }
    hold(process, true, in: &world)
    #expect(state(of: world) == .idle(since: world.now.awake))
    #expect(
      world.effects.contains { if case .afterCommit(.resumeApp) = $0 { true } else { false } })
  }

  @Test func afterARestartItSaysSoAgain() throws {
    var (world, process) = try idleWorld()
    world.restart(found: [process: .alive])
    hold(process, true, in: &world)
    world.pass(.seconds(20))
    #expect(state(of: world) != nil)
    if case .suspended = state(of: world) { Issue.record("it is suspended") }
  }

  @Test func whatIsGoneIsRefused() {
    var world = world()
    hold(77, true, in: &world)
    #expect(world.answer?.refusal?.code == .notPermitted)
  }
}
