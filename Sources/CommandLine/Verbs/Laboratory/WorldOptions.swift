import ArgumentParser

/// The trace or scenario to simulate, and the settings.
package struct WorldOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Scenario (docs/scenarios.md); with a trace, only its tasks are used.",
      valueName: "scenario"),
    completion: .file(extensions: ["yaml"]))
  package var scenario: String?

  @Option(help: ArgumentHelp("Trace, as JSON lines; - is standard input.", valueName: "file"))
  package var trace: String?

  @Option(
    help: ArgumentHelp(
      "Simulate the work requests of an Android app in this JSON file, instead of the scenario's tasks"
        + " (docs/android.md).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var workRequests: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the energy allowance to about this many refreshes a day.", valueName: "number"))
  package var refreshesPerDay: String?

  @Option(
    parsing: .unconditional,
    help: "Seed of random choices, such as lengths of runs.")
  package var seed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Simulate only this many days.", valueName: "number"))
  package var days: String?

  @Option(
    help: ArgumentHelp(
      "Time of day at which a trace's daily processing work is submitted.",
      valueName: "HH:MM"))
  package var workAt = "00:00"

  @Option(
    help: ArgumentHelp(
      "Use the settings of this policy file (docs/policy.md).", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  package var policy: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Simulate only this device of the scenario's population, as numbered by --population.",
      valueName: "number"))
  package var device: String?

  package init() {}

  package static let nothingNamed = "Name a scenario file, or a trace with --trace."

  /// Refuses `--device` in combination with a trace.
  package func validate() throws {
    if trace != nil && device != nil {
      throw ValidationError(
        "--device requires a scenario; for a trace, use --population 1000 --shard 17/1000.")
    }
  }

  /// Throws if there is neither a trace nor a scenario.
  func checkIsNamed() throws {
    if trace == nil && scenario == nil { throw ValidationError(Self.nothingNamed) }
  }
}
