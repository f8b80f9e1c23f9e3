/// Devices of a population that files of shards lack, all of one shard.
package struct MissingPart: Hashable, Sendable {
  /// The command that simulates the shard, without `--shard` and `--output`.
  package var command: String
  /// The shard; `nil` for the whole population.
  package var shard: Shard?
  /// The file that has the other devices of the shard; `nil` if no file has one.
  package var file: String?
  /// The numbers of the devices: the first, the last, and their distance.
  package var devices: StrideThrough<Int> { stride(from: first, through: last, by: step) }
  package var count: Int { (last - first) / step + 1 }
  package let first, last, step: Int

  /// - Parameter done: The number of simulated devices.
  /// - Returns: `nil` if all devices of the shard are simulated.
  init?(of result: PopulationResult, _ shard: Shard?, in file: String?, done: Int) {
    let part = shard ?? .whole
    let size = part.size(of: result.terms.population)
    guard done < size else { return nil }
    command = result.command ?? "rubatoctl simulate \(result.terms.subject)"
    self.shard = shard
    self.file = file
    step = part.of
    first = part.number + done * step
    last = part.number + (size - 1) * step
  }

  /// Returns the missing parts in the order of the shards; empty if the files have all devices. The files must be of
  /// one population.
  static func all(in files: [(name: String, result: PopulationResult)]) -> [MissingPart] {
    guard let first = files.first?.result else { return [] }
    var known: [Int: (name: String, result: PopulationResult)] = [:]
    for file in files { known[file.result.shard?.number ?? 1] = file }
    return (1...(first.shard?.of ?? 1)).compactMap { number in
      let file = known[number]
      let shard = first.shard.flatMap { Shard(number, of: $0.of) }
      let size = (shard ?? .whole).size(of: first.terms.population)
      let done = file.map { $0.result.done ?? size } ?? 0
      return MissingPart(of: first, shard, in: file?.name, done: done)
    }
  }
}
