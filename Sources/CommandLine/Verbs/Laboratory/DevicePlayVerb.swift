import ArgumentParser

package struct DevicePlayVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play a scenario file (docs/scenarios.md) to its end.")

  @Argument(help: "Scenario file; - is standard input.")
  package var file: String

  @OptionGroup package var connection: ConnectionOptions

  package init() {}
}
