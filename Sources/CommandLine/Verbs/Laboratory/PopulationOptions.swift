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

  package init() {}

  package var isRequested: Bool { population != nil || shard != nil }
}
