import ArgumentParser

/// A population of devices instead of one.
package struct PopulationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Simulate this many devices that differ from each other.", valueName: "number"))
  package var population: String?

  @Option(
    help: ArgumentHelp(
      "Simulate only this part of the population, such as 3/16; `rubatoctl merge` joins parts.",
      valueName: "part"))
  package var shard: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Keep the result in this file after each device, as JSON, and continue from it.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of processes, also with --expect (default: the number of processors, but 1 with"
        + " --shard).", valueName: "number"))
  package var jobs: String?

  @Option(
    help: ArgumentHelp(
      "Write progress to standard error as a bar, as JSON lines or not, also with --expect"
        + " (default: bar, if it is a terminal).", valueName: "bar|json|none"))
  package var progress: String?

  @Flag(
    help: "Simulate only some devices; print the time and memory of all, and propose shards.")
  package var estimate = false

  package init() {}

  package var isRequested: Bool { population != nil || shard != nil }
}
