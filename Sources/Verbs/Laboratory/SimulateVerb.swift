import ArgumentParser

package struct SimulateVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Live through weeks of a device in a second, without a daemon.",
    discussion: """
      The scheduler of the daemon runs in a virtual world: a scenario or a trace tells what the \
      device and its user do, the work is modelled. Unless a scenario says otherwise, each app of a \
      trace keeps one refresh waiting, and each day has one piece of processing work of five \
      minutes, for power and idleness. The same file, seed and options give the same bytes. \
      docs/scenarios.md tells the format of scenarios, docs/simulate.md that of traces, and what the \
      figures mean.
      """)

  @OptionGroup(title: "World options")
  package var world: WorldOptions

  @OptionGroup(title: "Test bench")
  package var promises: PromiseOptions

  @Option(help: ArgumentHelp("Write every run into this file, JSON lines.", valueName: "file"))
  package var runs: String?

  @Option(
    help: ArgumentHelp(
      "Write a page with a picture of all that happened into this file, HTML.", valueName: "file"))
  package var report: String?

  @Option(
    help: ArgumentHelp(
      "Report processing apart before and from this day on; may be repeated.",
      valueName: "YYYY-MM-DD"))
  package var split: [String] = []

  @OptionGroup(title: "Comparison options")
  package var comparison: CompareOptions

  @OptionGroup(title: "Population options")
  package var population: PopulationOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Tell why tasks waited, which takes longer; unless said, where there are few tasks.")
  package var waits: Bool?

  @Flag(help: "Print JSON for programs.")
  package var json = false

  package init() {}

  package func validate() throws {
    // Scenarios can be compared without another.
    if comparison.compare.isEmpty { try world.checkIsNamed() }
    if promises.expect != nil && comparison.isAsked {
      throw ValidationError("--expect cannot stand beside --compare and --rivals; ask one of them.")
    }
    if world.trace == nil && !(split.isEmpty && world.workAt == "00:00") {
      throw ValidationError("--split and --work-at are of traces; name one with --trace.")
    }
    if comparison.seeds != nil && promises.expect == nil && !comparison.isAsked {
      throw ValidationError(
        "--seeds is for many worlds beside each other: with --expect, --compare or --rivals;"
          + " --seed chooses one.")
    }
    let isOfMany = promises.expect != nil || comparison.isAsked || population.isAsked
    if isOfMany && (runs != nil || report != nil) {
      throw ValidationError(
        "--runs and --report tell of one world, and this is of many; choose one with --seed or"
          + " --device.")
    }
  }
}
