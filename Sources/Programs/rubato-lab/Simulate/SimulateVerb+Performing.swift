import Report
import Scheduling
import Simulation
import Studies
import Terminal
import Verbs

extension SimulateVerb: LaboratoryWork {
  /// The number of tasks up to which waits are always shown.
  private static let fewTasks = 20

  /// Performs one type of simulation, the first that the options request: an estimate of a population, a comparison, a
  /// check of promises, a population, a scenario, or a trace.
  func perform() throws {
    // Only the output of a single world contains the notes on work requests.
    if simulatesSeveralWorlds { try world.printNotes() }
    if population.estimate {
      let estimate = try population.estimation(world, promises)
      let lines = estimate.lines.joined(separator: "\n")
      return Output.print(json ? JSONLayout.indented(estimate) : lines)
    }
    if comparison.isRequested { return try printComparison() }
    // The promises of a population are answered with its figures, in the same form for shards. Only `--junit` has its
    // own check of them.
    if !population.isRequested || promises.junit != nil {
      let seeds = try comparison.seedCount()
      if let check = try promises.check(world, population, seeds: seeds) {
        return try check.run(asJSON: json)
      }
    }
    if population.isRequested {
      return try population.perform(
        world, promises, seeds: comparison.seedCount(), page: report, asJSON: json)
    }
    if world.scenario != nil || world.workRequests != nil { return try runScenario() }
    let result = try simulateTrace()
    if let runs { try TextFile.write(RunsFile.text(result.runs), to: runs) }
    if let report {
      // The page needs a log of more events, so the trace is simulated once more.
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

  /// Simulates a scenario and prints the results of its tasks.
  private func runScenario() throws {
    let subject = try world.subject()
    let (experiment, log) = try simulateScenario(subject)
    if let runs { try TextFile.write(RunsFile.text(log.runs), to: runs) }
    var result = ScenarioReport(subject.name, experiment, log, notes: subject.notes)
    // With `--device`, the report has the seed that was given, which is that of the population.
    result.seed = subject.populationSeed ?? result.seed
    if json { return Output.print(JSONLayout.indented(result)) }
    let screen = Screen.standardOutput(now: WallTime(seconds: 0))
    Output.print(ScenarioText.lines(result, on: screen).joined(separator: "\n"))
  }

  /// Simulates a scenario once, and writes its page if requested. Returns the experiment and its log, with waits only
  /// if they must be reported.
  private func simulateScenario(_ subject: Subject) throws(Failure) -> (
    experiment: Experiment, log: Log
  ) {
    if let report {
      let (experiment, log) = try WorldReport.write(subject, seed: subject.seed, to: report)
      // The log for a page always contains the waits.
      return (experiment, reportsWaits(of: experiment) ? log : log.withoutWaits)
    }
    do throws(SimulationError) {
      let experiment = try subject.experiment(seed: subject.seed)
      let keeping: Log.Retention = reportsWaits(of: experiment) ? [.runs, .waits] : .runs
      let log = try withProgressLine { show throws(SimulationError) in
        try experiment.log(keeping: keeping, progress: show)
      }
      return (experiment, log)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Returns whether to report why tasks waited: as requested, or by default if there are few tasks or work requests.
  private func reportsWaits(of experiment: Experiment) -> Bool {
    waits ?? (world.workRequests != nil || experiment.workload.tasks.count <= Self.fewTasks)
  }

  /// Simulates the trace of `--trace` with the options of the command line, and returns its result. The days of
  /// `--split` divide the result into periods, and `--waits` keeps the wait of each request.
  private func simulateTrace() throws -> Simulator.Result {
    var options = try world.simulatorOptions()
    if waits == true { options.keeping.insert(.waits) }
    for day in split {
      let time = try OptionValue.read(day, of: "--split", allowed: "a day such as 2026-01-01") {
        UniversalTime.parse("\($0)T00:00:00Z")
      }
      if let time { options.splits.append(time.day()) }
    }
    guard let trace = try world.readTrace() else {
      throw Failure.usage(WorldOptions.nothingNamed)
    }
    do throws(SimulationError) {
      return try withProgressLine { show throws(SimulationError) in
        try Simulator.run(trace, options, progress: show)
      }
    } catch {
      throw Failure.refused(error.description)
    }
  }

  /// Returns the result of `body`, which receives a function that shows the progress, 0 to 1. Removes the progress bar
  /// at the end.
  private func withProgressLine<Result>(
    _ body: (@escaping (Double) -> Void) throws(SimulationError) -> Result
  ) throws(SimulationError) -> Result {
    let line = ProgressLine()
    defer { line.wipe() }
    return try body(line.show)
  }

  /// Compares policies, scenarios or baselines in the same worlds, and prints the result. Writes the runs of all, if
  /// requested.
  private func printComparison() throws {
    var text = ""
    let comparison = try comparison.comparison(world, population, promises) {
      if runs != nil { text += RunsFile.text($0, by: $1) }
    }
    if let runs { try TextFile.write(text, to: runs) }
    if json {
      Output.print(JSONLayout.indented(comparison))
    } else {
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(ComparisonText.lines(comparison, on: screen).joined(separator: "\n"))
    }
  }
}
