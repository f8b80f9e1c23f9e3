import Testing

@testable import Scheduling

struct RandomizedTests {
  /// A thousand seeds, in packets so that the packets run on all processors.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func nothingIsBrokenWhateverHappens(packet: UInt64) {
    var overdue = 0
    for seed in (packet * 50)..<(packet * 50 + 50) {
      var storm = RandomizedTest(seed: seed, isHabitual: seed % 10 == 0, isRead: seed % 2 == 0)
      defer { overdue += storm.overdue }
      for _ in 0..<4 {
        for _ in 0..<10 { storm.step() }
        storm.checkSnapshot()
        storm.checkReasons()
      }
    }
    // The checked case occurred, about four times per seed.
    #expect(overdue > 100)
  }

  /// Every start is compared with all requests that still wait for room: see `RandomizedTest.checkOrder`.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func whatStartsIsFirstInTheOrder(packet: UInt64) {
    var compared = 0
    for seed in (packet * 20)..<(packet * 20 + 20) {
      var storm = RandomizedTest(seed: 8000 + seed, isHabitual: seed % 5 == 0)
      compared += storm.crowd()
    }
    // The checked case occurred.
    #expect(compared > 20)
  }

  @Test(arguments: 2000..<2020 as Range<UInt64>)
  func theSameSeedGivesTheSameEffects(seed: UInt64) {
    var storms = (0..<2).map { _ in
      RandomizedTest(seed: seed, isHabitual: seed % 5 == 0, isRead: seed % 2 == 0)
    }
    for index in storms.indices {
      storms[index].keepsLog = true
      storms[index].logsLearning = true
      _ = storms[index].crowd()
      for _ in 0..<20 { storms[index].step() }
    }
    #expect(storms[0].log.count > 100)
    #expect(storms[0].log == storms[1].log)
  }

  /// Two lives in one process are as good as two processes: each dictionary has its own order, so that an order that
  /// leaked into effects would make the two differ.
  @Test func equalDictionariesDifferInTheirOrder() {
    let tables = (0..<8).map { _ in
      var table: [RequestKey: Int] = [:]
      for number in 0..<20 { table[RequestKey(owner: 1, id: "task\(number)")] = number }
      return table
    }
    #expect(Set(tables).count == 1)
    #expect(Set(tables.map { $0.map(\.key) }).count > 1)
  }

  /// The committed state decides everything: a scheduler loaded from the store continues exactly as the old one would.
  @Test(arguments: 3000..<3040 as Range<UInt64>)
  func aSchedulerMadeFromTheStoreGoesOnAlike(seed: UInt64) throws {
    var storm = RandomizedTest(seed: seed)
    for _ in 0..<40 { storm.step() }
    storm.calmDown()
    var restarted = storm
    restarted.restart()
    #expect(restarted.scheduler.runCount == 0)
    for other in 0..<30 {
      storm.random = SeededGenerator(seed: UInt64(other))
      restarted.random = SeededGenerator(seed: UInt64(other))
      storm.log = []
      restarted.log = []
      storm.keepsLog = true
      restarted.keepsLog = true
      storm.step()
      restarted.step()
      let isAlike = storm.log.sorted() == restarted.log.sorted()
      try #require(isAlike, "step \(other) of \(storm)")
    }
    #expect(storm.snapshot.requests.count == restarted.snapshot.requests.count)
  }

  /// The promise of `explain`: if the reported reasons are cleared, the request runs.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func clearingTheNamedReasonsLetsARequestRun(packet: UInt64) {
    var cleared = 0
    for seed in (packet * 5)..<(packet * 5 + 5) {
      var storm = RandomizedTest(seed: 5000 + seed, isRead: seed % 2 == 0)
      for _ in 0..<10 {
        for _ in 0..<5 { storm.step() }
        for request in storm.scheduler.allRequests {
          var copy = storm
          if copy.clearReasons(of: request) { cleared += 1 }
        }
      }
    }
    #expect(cleared > 20)
  }
}
