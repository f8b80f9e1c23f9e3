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

  @Test(arguments: [true, false])
  func aReleasedRequestThatRepeatsIsNotListed(byForce: Bool) {
    var world = World()
    world.submitSteps("task", 2) { $0.terms.every = .days(1) }
    for _ in 0..<5 {
      world.passUntilRunning("task")
      world.crash("task")
    }
    let key = world.key("task")
    #expect(world.scheduler.request(key)?.failedWindow?.signal == 11)
    if byForce {
      // The first step is completed, which ends the quarantine, and the second one fails.
      world.run("task", .force)
      world.finish("task")
      world.finish("task", exit: 1)
    } else {
      world.send(.unquarantine(key, world.ticket()))
    }
    #expect(world.checkpoint("task")?.isQuarantined == false)
    #expect(world.scheduler.request(key)?.progress.failures != 0)
    #expect(world.scheduler.request(key)?.failedWindow == nil)
  }

  /// A forced run changes nothing else, but its crash counts.
  @Test func theForcedRunThatQuarantinesIsListedAndNoLaterOne() throws {
    var world = World()
    world.submit("task") { $0.earliest = .after(.hours(5)) }
    for _ in 0..<5 {
      world.run("task", .force)
      world.crash("task")
    }
    let key = world.key("task")
    let failure = try #require(world.scheduler.request(key)?.failedWindow)
    #expect(failure.run == 5)
    world.run("task", .force)
    world.crash("task")
    #expect(world.scheduler.request(key)?.failedWindow == failure)
  }

  /// The new request takes the quarantine over from the last run of the command.
  @Test(arguments: ["cancel", "restart", "replace", "forced"])
  func aQuarantineThatASubmissionTakesOverIsListed(_ change: String) {
    var world = World()
    world.submit("task")
    for _ in 0..<5 {
      world.passUntilRunning("task")
      world.crash("task")
    }
    let key = world.key("task")
    let failure = world.scheduler.request(key)?.failedWindow
    #expect(failure?.signal == 11)
    switch change {
    case "replace":
      world.submit("task") {
        $0.terms.command.arguments = ["/bin/other"]
        $0.earliest = .after(.hours(1))
      }
      #expect(world.scheduler.request(key)?.failedWindow == nil)
    case "forced":
      world.run("task", .force)
      world.send(.cancel(key, keepsRunning: true, world.ticket()))
    default:
      world.cancel("task")
      if change == "restart" { world.restart() }
    }
    world.submit("task")
    #expect(world.checkpoint("task")?.isQuarantined == true)
    #expect(world.scheduler.request(key)?.failedWindow == failure)
    world.send(.unquarantine(key, world.ticket()))
    #expect(world.checkpoint("task")?.isQuarantined == false)
    #expect(world.scheduler.request(key)?.failedWindow == nil)
  }
}
