import ArgumentParser

package struct MergeVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the shards of a simulated population.",
    discussion: """
      Reads the files of `rubatoctl simulate --population NUMBER --shard 1/16 --output FILE` for \
      each shard, or the output with --json, in any order, and prints the result of the whole \
      population, the same as without shards. Shards that are missing or do not belong together are \
      refused. docs/populations.md has examples for GNU parallel, Slurm and Kubernetes.

      \(ExitCodes.paragraph("also 1 if the shards were simulated with --expect and a promise is broken."))
      """)

  @Argument(help: ArgumentHelp("Files of all shards.", valueName: "file"))
  package var files: [String]

  @Option(
    help: ArgumentHelp("Write an HTML report with histograms to this file.", valueName: "file"))
  package var report: String?

  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}
}
