import Testing

@testable import Scheduling

/// A quarantine is a permanent failure of a request that stays in the queue.
struct QuarantineTests {
  @Test(arguments: [nil, "acknowledge", "unquarantine", "submit"])
  func aQuarantineIsListedAsAFailureWhileItLasts(_ change: String?) {
    var world = World()
    world.submit("task") { $0.terms.retries = 10 }
    for _ in 0..<4 {
      world.finish("task", exit: nil, signal: 11)
      #expect(world.scheduler.request(world.key("task"))?.failedWindow == nil)
      world.passUntilRunning("task")
    }
    world.finish("task", exit: nil, signal: 11)
    let key = world.key("task")
    switch change {
    case "acknowledge": world.send(.acknowledge([key], world.ticket()))
    case "unquarantine": world.send(.unquarantine(key, world.ticket()))
    case "submit": world.submit("task") { $0.terms.retries = 10 }
    default: break
    }
    let isListed = change == nil || change == "submit"
    let failure = world.scheduler.request(key)?.failedWindow
    #expect(failure?.signal == (isListed ? 11 : nil))
    #expect(world.snapshot.requests.first?.failedWindow == failure)
  }
}
