import ArgumentParser
import FoundationEssentials
import Simulation

struct MergeVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the shards of a simulated population.",
    discussion: """
      Takes what `rubatoctl simulate --population NUMBER --shard 1/16 --json` wrote for each of the \
      shards, in any order, and prints what the whole population comes to: the same bytes as \
      without shards. Shards that do not belong together, or that are missing, are refused. Where \
      they checked promises (--expect), a broken one is exit 1. \
      docs/populations.md has lines for GNU parallel, Slurm and Kubernetes.
      """)

  @Argument(help: ArgumentHelp("The files of all shards.", valueName: "file"))
  var files: [String]

  @Flag(help: "Print JSON for programs.")
  var json = false

  /// A shard of thousands of tasks.
  private static let longestFile = 1_000_000_000

  func run() throws {
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

  private static func read(_ file: String) throws(Failure) -> PopulationResult {
    let text = try TextFile.read(file, limit: longestFile)
    do {
      return try JSONDecoder().decode(PopulationResult.self, from: Data(text.utf8))
    } catch {
      throw .refused(
        "\(file) is no shard of a population; make it with"
          + " `rubatoctl simulate --population NUMBER --shard 1/16 --json`")
    }
  }
}
