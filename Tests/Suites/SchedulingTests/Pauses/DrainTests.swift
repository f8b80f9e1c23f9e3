import Testing

@testable import Scheduling

/// Pauses until the next start of the daemon.
struct DrainTests {
  /// A crash is not a stop by an administrator: requests that a drain held must not start after it.
  @Test(arguments: ["crash", "stop", "boot"])
  func aDrainOutlastsACrashAndEndsWithAStopOrABoot(_ end: String) {
    var world = World()
    for (name, lasting) in [("alice", Pause.Lasting.untilLifted), ("root", .untilRestart)] {
      let pause = Pause(
        by: name == "root" ? 0 : World.user, name: name, scope: PauseScope(owner: nil),
        since: world.now.wall, lasting: lasting, runs: .leave)
      world.send(.pause(pause, world.ticket()))
    }
    #expect(world.scheduler.pauses.count == 2)
    if end == "stop" { world.send(.drain(leavesRuns: true)) }
    if end == "boot" { world.reboot(offline: .minutes(1)) } else { world.restart() }
    let left = end == "crash" ? ["alice", "root"] : ["alice"]
    #expect(world.scheduler.pauses.map(\.name) == left)
    // A drain that has ended does not return.
    world.restart(bootID: end == "boot" ? "next" : "boot")
    #expect(world.scheduler.pauses.map(\.name) == left)
  }
}
