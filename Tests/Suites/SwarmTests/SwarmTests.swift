import Swarm
import Testing

/// `make swarm` simulates thousands of seeds in an optimised build, and `make swarm-check` one. This suite has as many
/// as a debug build can simulate in the time.
struct SwarmTests {
  private static let events = 1000

  @Test(arguments: 0..<4 as Range<UInt64>)
  func nothingBreaksInFortySeeds(packet: UInt64) {
    let swarm = Swarm(events: Self.events)
    for seed in (packet * 10)..<(packet * 10 + 10) {
      let result = swarm.live(seed)
      #expect(result.events >= Self.events)
      if let violation = result.violation { report(violation, swarm) }
    }
  }

  private func report(_ violation: Violation, _ swarm: Swarm) {
    let command = swarm.command(violation.seed, swarm.shrink(violation))
    Issue.record("\(violation.checker): \(violation.sentence); replay it: \(command)")
  }

  @Test func theSameSeedGivesTheSame() {
    let swarm = Swarm(events: Self.events)
    #expect(swarm.live(7).events == swarm.live(7).events)
  }

  /// The bugs that are found and shrunk within seconds in a debug build; `make swarm-check` finds all of them.
  @Test(arguments: [
    InjectedBug.budget, .tellTwice, .silentOverdue, .keepReplaces, .ignoredQuiet, .partialBatch,
  ])
  func findsAnInjectedBug(bug: InjectedBug) throws {
    let swarm = Swarm(events: Self.events, injectedBug: bug)
    let found = (0..<20 as Range<UInt64>).lazy.compactMap { swarm.live($0).violation }.first
    let violation = try #require(found)
    let numbers = swarm.shrink(violation)
    #expect(numbers.count < 100)
    #expect(swarm.replay(violation.seed, only: numbers)?.checker == violation.checker)
    // Without the bug, the same actions cause no violation.
    #expect(Swarm(events: 0).replay(violation.seed, only: numbers) == nil)
  }
}
