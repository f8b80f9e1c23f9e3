import Simulation

/// A part of a population, so that many machines can share the work: of 16 shards, shard 3 has the members 3, 19, 35
/// and so on.
package struct Shard: Hashable, Codable, Sendable {
  /// The number, from 1 to `of`.
  package var number: Int
  package var of: Int

  /// Creates a shard; `nil` if the number is out of range.
  package init?(_ number: Int, of count: Int) {
    guard (1...100_000_000).contains(count), (1...count).contains(number) else { return nil }
    self.init(number: number, of: count)
  }

  /// Reads `3/16`; `nil` if the text has another form.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
    self.init(number, of: count)
  }

  /// Reads a shard from a file. Throws an error if the number is out of range.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let (number, count) = (
      try container.decode(Int.self, forKey: .number), try container.decode(Int.self, forKey: .of)
    )
    guard let shard = Shard(number, of: count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .number, in: container,
        debugDescription: "shard \(number)/\(count) is not allowed; use a number up to \(count)")
    }
    self = shard
  }

  /// The shard that is the whole population.
  package static let whole = Shard(number: 1, of: 1)

  private init(number: Int, of count: Int) {
    self.number = number
    of = count
  }

  /// Returns the numbers of its devices in a population, from 1: of shard 3/16 of 40 devices, 3, 19 and 35.
  package func numbers(of population: Int) -> StrideThrough<Int> {
    stride(from: number, through: population, by: of)
  }

  /// Returns the number of its devices in a population.
  package func size(of population: Int) -> Int {
    number > population ? 0 : (population - number) / of + 1
  }
}
