import Testing

@testable import Scheduling

/// `--requires unmetered=known`: a network with an unknown cost does not count as unmetered.
struct KnownMeteringTests {
  @Test func anUnknownCostHoldsOnlyThoseThatWantToKnow() {
    var world = World(.network(.wifi))
    world.submit("strict", .utility) { $0.terms.requires = .knownUnmetered }
    world.submit("plain", .utility) { $0.terms.requires = .unmetered }
    #expect(world.reasons("strict") == [.metered])
    #expect(world.isRunning("plain"))
    world.set(.metered(true))
    #expect(world.reasons("strict") == [.metered])
    world.set(.metered(false))
    #expect(world.isRunning("strict"))
    world.set(.metered(nil))
    #expect(!world.isRunning("strict"))
  }

  @Test func explainSaysThatTheCostIsUnknownAndHowToSetIt() throws {
    var world = World(.network(.wifi))
    world.submit("strict", .utility) { $0.terms.requires = .knownUnmetered }
    let cause = try #require(world.explain("strict")?.causes.first)
    #expect(
      cause.text
        == "an unmetered network: required; wifi, not known to be unmetered; if it is:"
        + " `rubatoctl device set metered=no`")
  }

  @Test func noNetworkHoldsItAsAnyOther() {
    var world = World(.network(Network.none), .metered(false))
    world.submit("strict", .utility) { $0.terms.requires = .knownUnmetered }
    #expect(world.reasons("strict") == [.network])
  }

  /// A preference for a known cost gives way like other preferences.
  @Test func aPreferenceGivesWay() {
    var world = World(.network(.wifi))
    world.submit("task", .utility) {
      $0.terms.prefers = .knownUnmetered
      $0.latest = .after(.hours(2))
    }
    #expect(world.reasons("task") == [.metered])
    world.pass(.hours(2))
    #expect(world.isRunning("task"))
  }

  @Test func theWordIsOneOfTheRequirements() throws {
    let words = ["power", "unmetered=known"]
    let requirements = try Requirements(words: words, field: "requires")
    #expect(requirements.conditions == [.power, .knownUnmetered])
    #expect(requirements.words == words)
    #expect(throws: Refusal.self) {
      try Requirements(words: ["unmetered=maybe"], field: "requires")
    }
  }
}
