import ArgumentParser

package struct MergeVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
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
  package var files: [String]

  @Flag(help: "Print JSON for programs.")
  package var json = false

  package init() {}
}
