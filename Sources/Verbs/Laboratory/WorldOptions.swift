import ArgumentParser

/// What is lived through, and with which numbers.
package struct WorldOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The scenario (docs/scenarios.md); beside a trace, its tasks alone.", valueName: "scenario"),
    completion: .file(extensions: ["yaml"]))
  package var scenario: String?

  @Option(help: ArgumentHelp("The trace, JSON lines; - is standard input.", valueName: "file"))
  package var trace: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let the device spend energy on about so many refreshes a day.", valueName: "number"))
  package var refreshesPerDay: String?

  @Option(
    parsing: .unconditional,
    help: "Decides what the file leaves open: lengths of runs, minutes of coarse opens.")
  package var seed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only so many days from the beginning on.", valueName: "number"))
  package var days: String?

  @Option(
    help: ArgumentHelp(
      "When each day's processing work of a trace is submitted, and its day begins.",
      valueName: "HH:MM"))
  package var workAt = "00:00"

  @Option(
    help: ArgumentHelp(
      "Decide by the numbers of this policy file (docs/policy.md).", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  package var policy: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Live as this device of the scenario's population, as --population numbers them.",
      valueName: "number"))
  package var device: String?

  package init() {}

  package static let nothingNamed = "Name a scenario file, or a trace with --trace."

  package func validate() throws {
    if trace != nil && device != nil {
      throw ValidationError(
        "--device is of scenarios; of a trace, device 17 is --population 1000 --shard 17/1000.")
    }
  }

  /// Refuses to go on where there is no world.
  func checkIsNamed() throws {
    if trace == nil && scenario == nil { throw ValidationError(Self.nothingNamed) }
  }
}
