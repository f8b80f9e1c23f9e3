import FoundationEssentials
import Simulation
import Studies
import Verbs

extension MergeVerb: LaboratoryWork {
  /// The size of a shard with thousands of tasks.
  private static let longestFile = 1_000_000_000

  /// Merges the results of a population's shards and prints them. Fails if a promise is broken.
  func perform() throws {
    let shards = try files.map { (name: $0, result: try Self.read($0)) }
    let merged: PopulationResult
    do throws(MergeError) {
      merged = try PopulationResult.merge(shards)
    } catch {
      throw Failure.refused(error.description)
    }
    PopulationOptions.print(merged, asJSON: json)
    if merged.result.promises?.allSatisfy(\.isKept) == false { throw Failure.negative }
  }

  /// Reads the result of a shard from a file that `simulate` wrote as JSON.
  private static func read(_ file: String) throws(Failure) -> PopulationResult {
    let text = try TextFile.read(file, limit: longestFile)
    do {
      return try JSONDecoder().decode(PopulationResult.self, from: Data(text.utf8))
    } catch {
      throw .refused(
        "\(file) is not a shard of a population; create one with"
          + " `rubatoctl simulate --population NUMBER --shard 1/16 --json`")
    }
  }
}
