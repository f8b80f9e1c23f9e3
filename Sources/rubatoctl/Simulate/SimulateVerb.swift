import ArgumentParser
import Report
import Scheduling
import Simulation
import Terminal

struct SimulateVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
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
  var world: WorldOptions

  @OptionGroup(title: "Test bench")
  var promises: PromiseOptions

  @Option(help: ArgumentHelp("Write every run into this file, JSON lines.", valueName: "file"))
  var runs: String?

  @Option(
    help: ArgumentHelp(
      "Write a page with a picture of all that happened into this file, HTML.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Report processing apart before and from this day on; may be repeated.",
      valueName: "YYYY-MM-DD"))
  var split: [String] = []

  @OptionGroup(title: "Comparison options")
  var comparison: CompareOptions

  @OptionGroup(title: "Population options")
  var population: PopulationOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Tell why tasks waited, which takes longer; unless said, where there are few tasks.")
  var waits: Bool?

  @Flag(help: "Print JSON for programs.")
  var json = false

  /// With more tasks waits are told only to who asks for them.
  private static let fewTasks = 20

  func validate() throws {
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

  func run() throws {
    if population.shard == nil || promises.junit != nil {
      let seeds = try comparison.seedCount()
      if let check = try promises.check(world, population, seeds: seeds) {
        return try check.run(asJSON: json)
      }
    }
    if comparison.isAsked { return try printComparison() }
    if population.isAsked {
      return PopulationOptions.print(try population.result(world, promises), asJSON: json)
    }
    if world.scenario != nil { return try runScenario() }
    let result = try result()
    if let runs { try TextFile.write(RunsFile.text(result.runs), to: runs) }
    if let report {
      let subject = try world.subject()
      try WorldReport.write(subject, seed: world.seedNumber() ?? subject.seed, to: report)
    }
    if json {
      Output.print(JSONLayout.indented(result.report))
    } else {
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(SimulationText.lines(result.report, on: screen).joined(separator: "\n"))
    }
  }

  /// What came of a scenario's tasks.
  private func runScenario() throws {
    let subject = try world.subject()
    if let report { try WorldReport.write(subject, seed: subject.seed, to: report) }
    do {
      let experiment = try subject.experiment(seed: subject.seed)
      let log = try watching { show throws(SimulationError) in
        try experiment.log(keeping: keeping(experiment.workload.tasks.count), progress: show)
      }
      if let runs { try TextFile.write(RunsFile.text(log.runs), to: runs) }
      var result = ScenarioReport(subject.name, experiment, log)
      result.seed = subject.populationSeed ?? result.seed
      if json { return Output.print(JSONLayout.indented(result)) }
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(ScenarioText.lines(result, on: screen).joined(separator: "\n"))
    } catch let error as SimulationError {
      throw Failure.refused(error.description)
    }
  }

  private func keeping(_ tasks: Int) -> Log.Keeping {
    waits ?? (tasks <= Self.fewTasks) ? [.runs, .waits] : .runs
  }

  private func result() throws -> Simulator.Result {
    var options = try world.simulatorOptions()
    if waits == true { options.keeping.insert(.waits) }
    for day in split {
      let time = try OptionValue.read(day, of: "--split", allowed: "a day such as 2026-01-01") {
        UniversalTime.parse("\($0)T00:00:00Z")
      }
      if let time { options.splits.append(time.day()) }
    }
    guard let trace = try world.readTrace() else {
      throw ValidationError("Name a scenario file, or a trace with --trace.")
    }
    do throws(SimulationError) {
      return try watching { show throws(SimulationError) in
        try Simulator.run(trace, options, progress: show)
      }
    } catch {
      throw Failure.refused(error.description)
    }
  }

  /// Shows how far something has come.
  private func watching<Result>(
    _ body: (@escaping (Double) -> Void) throws(SimulationError) -> Result
  ) throws(SimulationError) -> Result {
    let line = ProgressLine()
    defer { line.wipe() }
    return try body(line.show)
  }

  private func printComparison() throws {
    let comparison = try comparison.comparison(world, population)
    if json {
      Output.print(JSONLayout.indented(comparison))
    } else {
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(ComparisonText.lines(comparison, on: screen).joined(separator: "\n"))
    }
  }
}
