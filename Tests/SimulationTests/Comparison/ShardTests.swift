import Testing

@testable import Simulation

struct ShardTests {
  @Test(arguments: [1, 2, 7, 16, 40])
  func everyMemberIsInOneShard(count: Int) throws {
    let members = try (1...count).flatMap { number in
      Array(try #require(Shard(number, of: count)).members(of: 37))
    }
    #expect(members.sorted() == Array(0..<37))
  }

  @Test func isReadAsItIsWritten() {
    #expect(Shard("3/16") == Shard(3, of: 16))
    for text in ["", "3", "0/4", "5/4", "-1/4", "1/0", "1/2/3", "one/two"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }

  @Test func membersDifferAndEachIsTheSameWheneverItIsMade() throws {
    let options = Simulator.Options()
    let trace = try Story.fortnight().trace
    var seeds: [[UInt64]] = [[], []]
    for round in 0..<2 {
      for number in 1...3 {
        let made = Collected()
        let members = Members(count: 9, seed: 5) { (seed) throws(SimulationError) in
          made.seeds.append(seed)
          var own = options
          own.seed = seed
          own.days = 1
          return Simulator.experiment(trace, own)
        }
        _ = try members.figures(of: Shard(number, of: 3))
        seeds[round] += made.seeds
      }
    }
    #expect(seeds[0] == seeds[1] && Set(seeds[0]).count == 9)
  }

  @Test func devicesAreOfDifferentSpeed() throws {
    let trace = try Story.fortnight().trace
    let members = Members(count: 12, seed: 5) { (seed) throws(SimulationError) in
      var options = Simulator.Options()
      options.seed = seed
      options.days = 2
      return Simulator.experiment(trace, options)
    }
    let work = TaskName(app: nil, id: "nightly", kind: "processing")
    let figures = try members.figures(of: nil).figures[work]
    let (least, most) = (try #require(figures.lengths.least), try #require(figures.lengths.most))
    #expect(most > least * 3 / 2)
    // What takes five minutes is cut off by its budget of six on a slow device alone.
    #expect(figures.expirations["budget"] > 0 && figures.successes > figures.expirations["budget"])
  }

  /// What a closure met; one test alone calls it.
  private final class Collected: @unchecked Sendable {
    var seeds: [UInt64] = []
  }
}
