import Testing

@testable import Scheduling

struct StormTests {
  /// A thousand seeds, in packets so that they share the processors.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func nothingIsBrokenWhateverHappens(packet: UInt64) {
    for seed in (packet * 50)..<(packet * 50 + 50) {
      var storm = Storm(seed: seed)
      for _ in 0..<4 {
        for _ in 0..<10 { storm.step() }
        storm.checkSnapshot()
        storm.checkReasons()
      }
    }
  }

  @Test(arguments: 2000..<2020 as Range<UInt64>)
  func theSameSeedGivesTheSameEffects(seed: UInt64) {
    var storms = [Storm(seed: seed), Storm(seed: seed)]
    for index in storms.indices {
      storms[index].keepsLog = true
      for _ in 0..<40 { storms[index].step() }
    }
    #expect(storms[0].log.count > 20)
    #expect(storms[0].log == storms[1].log)
  }

  /// What was committed is all that decides: a scheduler made from it goes on as the old one would.
  @Test(arguments: 3000..<3040 as Range<UInt64>)
  func aSchedulerMadeFromTheStoreGoesOnAlike(seed: UInt64) throws {
    var storm = Storm(seed: seed)
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

  /// The promise of `explain`: clear what it names, and the request runs.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func clearingTheNamedReasonsLetsARequestRun(packet: UInt64) {
    var cleared = 0
    for seed in (packet * 5)..<(packet * 5 + 5) {
      var storm = Storm(seed: 5000 + seed)
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
