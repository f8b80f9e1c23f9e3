/// Devices of a population that files of shards lack, all of one shard.
package struct MissingPart: Hashable, Sendable {
  /// The words of the command that simulates the shard, without `--shard` and `--output`.
  package var command: [String]
  /// The shard; `nil` for the whole population.
  package var shard: Shard?
  /// The file that has the other devices of the shard; `nil` if no file has one.
  package var file: String?
  /// The numbers of the devices.
  package var devices: StrideThrough<Int> { stride(from: first, through: last, by: step) }
  package var count: Int { (last - first) / step + 1 }
  /// The first device, the last, and their distance.
  package let first, last, step: Int

  /// The devices of a shard after the first `done`; `nil` if all are simulated.
  ///
  /// - Parameter terms: The terms of the shard or, without a file, of another shard.
  init?(of terms: PopulationResult.Terms, _ shard: Shard?, in file: String?, done: Int) {
    let part = shard ?? .whole
    let size = part.size(of: terms.population)
    guard done < size else { return nil }
    command = terms.populationCommand
    self.shard = shard
    self.file = file
    // The devices of a shard are spread evenly over the population: of shard 3/16, they are 3, 19, 35 and so on.
    step = part.of
    first = part.number + done * step
    last = part.number + (size - 1) * step
  }

  /// The most parts that are returned. A batch engine has fewer tasks in one job (slurm.conf, MaxArraySize).
  private static let most = 1000

  /// Returns the missing parts in the order of the shards, at most 1,000; empty if the files have all devices. The
  /// files must be of one population.
  static func all(in files: [(name: String, result: PopulationResult)]) -> [MissingPart] {
    guard let first = files.first?.result else { return [] }
    var fileOfShard: [Int: (name: String, result: PopulationResult)] = [:]
    for file in files { fileOfShard[file.result.shard?.number ?? 1] = file }
    // Lazy, since there can be many more shards than parts that are returned.
    let parts = (1...(first.shard?.of ?? 1)).lazy.compactMap { number -> MissingPart? in
      let file = fileOfShard[number]
      let shard = first.shard.flatMap { Shard(number, of: $0.of) }
      let size = (shard ?? .whole).size(of: first.terms.population)
      let done = file.map { $0.result.done ?? size } ?? 0
      return MissingPart(
        of: file?.result.terms ?? first.terms, shard, in: file?.name, done: done)
    }
    return Array(parts.prefix(most))
  }
}
