import ArgumentParser

package struct SimulateVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate weeks of device activity, without a daemon.",
    discussion: """
      The daemon's scheduler runs on a virtual clock. A scenario or a trace describes the device and \
      its user; the work is modelled. By default, each app of a trace keeps one refresh queued, and \
      each day has one five-minute piece of processing work that requires power and idleness. The \
      same file, seed and options give the same output. docs/scenarios.md describes scenarios, \
      docs/simulate.md traces and figures.

      \(ExitCodes.paragraph("with --expect, also 1 if a promise is broken."))
      """)

  @OptionGroup(title: "World options")
  package var world: WorldOptions

  @OptionGroup(title: "Test bench")
  package var promises: PromiseOptions

  @Option(help: ArgumentHelp("Write every run to this file, as JSON lines.", valueName: "file"))
  package var runs: String?

  @Option(
    help: ArgumentHelp(
      "Write an HTML report to this file: a timeline or, with --population, histograms.",
      valueName: "file"))
  package var report: String?

  @Option(
    help: ArgumentHelp(
      "Report processing separately before and from this day on; may be repeated.",
      valueName: "YYYY-MM-DD"))
  package var split: [String] = []

  @OptionGroup(title: "Comparison options")
  package var comparison: CompareOptions

  @OptionGroup(title: "Population options")
  package var population: PopulationOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Report why tasks waited, which takes longer (default: if there are few tasks).")
  package var waits: Bool?

  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}

  /// Refuses options that exclude each other, and options without the option that they require.
  package func validate() throws {
    // A comparison names its own scenarios.
    if comparison.compare.isEmpty { try world.checkIsNamed() }
    if promises.junit != nil && comparison.isRequested {
      throw ValidationError("--junit cannot be combined with --compare or --baselines.")
    }
    // Whether --work-at was typed is not known, so its default is accepted.
    let usesTraceOptions = !split.isEmpty || world.workAt != "00:00"
    if world.trace == nil && usesTraceOptions {
      throw ValidationError("--split and --work-at require --trace.")
    }
    if comparison.seeds != nil && promises.expect == nil && !comparison.isRequested {
      throw ValidationError(
        "--seeds requires --expect, --compare or --baselines; --seed selects a single seed.")
    }
    try checkPopulation()
    try checkFiles()
  }

  /// Refuses files that the requested simulation does not write.
  private func checkFiles() throws {
    // A comparison can write the runs of all its worlds, but it has no page.
    if simulatesSeveralWorlds && !comparison.isRequested && runs != nil {
      throw ValidationError(
        "--runs describes a single simulation; select one with --seed or --device.")
    }
    let writesPopulation =
      population.isRequested && !population.estimate && !comparison.isRequested
      && promises.junit == nil
    // A page shows a single simulation, or the histograms of a population.
    guard report != nil, simulatesSeveralWorlds, !writesPopulation else { return }
    throw ValidationError(
      population.isRequested
        ? "--report cannot be combined with --estimate, --compare, --baselines or --junit."
        : "--report describes a single simulation or a population; select one with --seed, --device"
          + " or --population.")
  }

  /// Refuses options of populations without a population, and with options whose results are no population's.
  private func checkPopulation() throws {
    if population.output != nil && (!population.isRequested || comparison.isRequested) {
      throw ValidationError(
        "--output requires --population, without --compare and --baselines.")
    }
    if population.output != nil && promises.junit != nil {
      throw ValidationError("--output cannot be combined with --junit.")
    }
    let simulatesWholePopulation = population.population != nil && population.shard == nil
    // An estimate has no results.
    let asksForResults =
      population.output != nil || population.progress != nil || comparison.isRequested
      || promises.junit != nil
    if population.estimate && (!simulatesWholePopulation || asksForResults) {
      throw ValidationError(
        "--estimate requires --population, without --shard, --output, --progress, --junit,"
          + " --compare and --baselines.")
    }
    let isParallel = (population.isRequested || promises.expect != nil) && !comparison.isRequested
    if !isParallel && (population.jobs != nil || population.progress != nil) {
      throw ValidationError(
        "--jobs and --progress require --population or --expect, without --compare and"
          + " --baselines.")
    }
  }

  /// Whether more than one world is simulated.
  package var simulatesSeveralWorlds: Bool {
    promises.expect != nil || comparison.isRequested || population.isRequested
  }
}
