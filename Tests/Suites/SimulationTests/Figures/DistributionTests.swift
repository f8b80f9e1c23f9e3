import FoundationEssentials
import Testing

@testable import Simulation
@testable import Studies

struct DistributionTests {
  private func distribution(_ values: [Int64]) -> Distribution {
    var distribution = Distribution()
    for value in values { distribution.add(value) }
    return distribution
  }

  private func values(_ count: Int, seed: UInt64) -> [Int64] {
    var generator = SeededGenerator(seed: seed)
    // All magnitudes are equally likely.
    return (0..<count).map { _ in
      Int64(generator.next() >> 1) >> Int64.random(in: 0...62, using: &generator)
    }
  }

  @Test func countSumLeastAndMostAreExact() {
    let figures = distribution([70_001, 3, 128, 3])
    #expect(figures.count == 4 && figures.sum == 70_135)
    #expect(figures.least == 3 && figures.most == 70_001)
    #expect(figures.mean == 17_533)
  }

  @Test func nothingHasNoQuantiles() {
    #expect(Distribution().median == nil && Distribution().mean == nil)
    #expect(Distribution().ageQuantile(permille: 500) == nil)
  }

  @Test(arguments: [Int64(1), 10, 500, 950, 999, 1000])
  func quantilesAreWithinOnePercent(permille: Int64) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let values = values(1000, seed: seed).map { $0 >> 12 }.sorted()
      let exact = values[Int((Int64(values.count) * permille + 999) / 1000) - 1]
      let found = try #require(distribution(values).quantile(permille: permille))
      #expect(abs(found - exact) * 100 <= exact, "\(found) for \(exact)")
    }
  }

  @Test func everyValueFallsIntoAClassThatLiesByIt() {
    for value in values(100_000, seed: 7) + [0, 127, 128, 255, 256, .max] {
      let middle = ValueClass.middle(of: ValueClass.index(of: value))
      #expect(abs(middle - value) <= value / 128)
    }
    #expect(ValueClass.index(of: .max) == ValueClass.last)
  }

  @Test func aWeightCountsAsSoManyValues() {
    var weighted = Distribution()
    weighted.add(5000, weight: 3)
    weighted.add(7, weight: 0)
    #expect(weighted == distribution([5000, 5000, 5000]))
  }

  /// The age grows from 0 in each interval. In a single hour its median was half an hour. In intervals of one and nine
  /// hours it was above one hour for eight of ten hours.
  @Test func agesAreWeightedByTime() throws {
    let hour: Int64 = 3_600_000
    let one = try #require(distribution([hour]).ageQuantile(permille: 500))
    #expect(abs(one - hour / 2) * 100 <= hour / 2)
    let two = distribution([hour, 9 * hour])
    let fifth = try #require(two.ageQuantile(permille: 200))
    #expect(abs(fifth - hour) * 100 <= hour)
    let median = try #require(two.ageQuantile(permille: 500))
    #expect(abs(median - 4 * hour) * 100 <= 4 * hour)
    #expect(two.ageQuantile(permille: 1000) == 9 * hour)
  }

  @Test func partsInAnyOrderGiveTheSameBytes() throws {
    let values = values(5000, seed: 3).map { $0 >> 12 }
    let whole = try bytes(distribution(values))
    var generator = SeededGenerator(seed: 4)
    for parts in [2, 3, 16, 999] {
      var pieces = [[Int64]](repeating: [], count: parts)
      for value in values.shuffled(using: &generator) {
        pieces[Int.random(in: 0..<parts, using: &generator)].append(value)
      }
      var joined = Distribution()
      for piece in pieces.shuffled(using: &generator) { joined += distribution(piece) }
      #expect(try bytes(joined) == whole)
    }
  }

  @Test func isReadAsItWasWritten() throws {
    for figures in [distribution(values(500, seed: 9).map { $0 >> 10 }), Distribution()] {
      #expect(try JSONDecoder().decode(Distribution.self, from: bytes(figures)) == figures)
    }
  }

  @Test(arguments: [
    #"{"classes":[3,0],"weights":[1,1],"sum":6,"least":3,"most":3}"#,
    #"{"classes":[3],"weights":[1,1],"sum":6,"least":3,"most":3}"#,
    #"{"classes":[3],"weights":[-1],"sum":6,"least":3,"most":3}"#,
    #"{"classes":[-3],"weights":[1],"sum":6,"least":3,"most":3}"#,
    #"{"classes":[3,4],"weights":[9223372036854775807,1],"sum":6,"least":3,"most":3}"#,
  ])
  func refusesWhatIsNoDistribution(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Distribution.self, from: Data(text.utf8))
    }
  }

  private func bytes(_ distribution: Distribution) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(distribution)
  }
}
