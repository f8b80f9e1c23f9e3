import Files
import Scheduling
import Simulation
import Studies
import Terminal
import Verbs

extension CompareOptions {
  /// Simulates each contestant in each world and compares their figures. Without a number of seeds or devices there are
  /// five worlds.
  ///
  /// - Parameter keepRuns: Receives the runs of each contestant in each world.
  func comparison(
    _ world: WorldOptions, _ population: PopulationOptions, _ promises: PromiseOptions,
    keepRuns: (_ runs: RunLog, _ decider: RunsFile.Decider) -> Void
  ) throws -> Comparison {
    let (worlds, contestants) = try worldsAndContestants(world, population)
    let count = worlds.count ?? 5
    let line = ProgressLine()
    defer { line.wipe() }
    let subject = worlds.subject
    let expectations = try promises.readExpectations(subject)
    do throws(SimulationError) {
      return try Comparison(
        subject, seeds: (0..<count).map { subject.seed &+ UInt64($0) }, contestants,
        checking: expectations?.all.promises ?? [], progress: line.show, keepRuns: keepRuns)
    } catch {
      throw Failure.refused(error.description)
    }
  }

  /// Returns the number of seeds, from `--seeds`; `nil` if it is not given.
  func seedCount() throws(Failure) -> Int? {
    try OptionValue.read(seeds, of: "--seeds", allowed: "1 to 100000") { text in
      Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
    }
  }

  // MARK: Contestants

  /// Returns the worlds and the contestants: policy files, scenarios as variants, and baselines. The original comes
  /// first, unless several policies or only variants are compared. If neither a scenario nor a trace is given, the
  /// first compared scenario provides the worlds.
  private func worldsAndContestants(
    _ world: WorldOptions, _ population: PopulationOptions
  ) throws(Failure) -> (worlds: Worlds, contestants: [Contestant]) {
    let files = try compare.map { file throws(Failure) in
      (path: file, contents: try Self.contents(of: file))
    }
    let variants = files.filter { $0.contents == .scenario }.map(\.path)
    let base = world.scenario ?? (world.trace == nil ? variants.first : nil)
    if base == nil && world.trace == nil {
      throw .refused(
        "nothing to simulate: name a scenario or a trace, or compare scenarios")
    }
    let worlds = try population.worlds(world, of: base, seeds: try seedCount())
    let refreshesPerDay = try world.simulatorOptions().refreshesPerDay
    var contestants: [Contestant] = []
    // The original comes before its variants.
    let hasNamedOriginal = world.scenario != nil || world.trace != nil
    let includesOriginal = variants.isEmpty ? compare.count < 2 : hasNamedOriginal
    if includesOriginal {
      contestants.append(.rubato)
      if !variants.isEmpty { contestants[0].name = world.scenario ?? worlds.subject.name }
    }
    for (file, contents) in files {
      contestants.append(
        contents == .scenario
          ? Contestant(name: file, method: .variant(try worlds.variant(file, world)))
          : try Self.policy(file, refreshesPerDay: refreshesPerDay))
    }
    return (worlds, contestants + (baselines ? Contestant.baselines : []))
  }

  /// Returns whether a file is a policy or a scenario. Throws an error if it contains only promises.
  private static func contents(of file: String) throws(Failure) -> FileContents {
    let text = try TextFile.read(file, limit: WorldOptions.longestScenario)
    let contents: FileContents
    do throws(FileError) {
      contents = try FileContents(yaml: text, file: file)
    } catch {
      throw .refused(error.description)
    }
    guard contents != .expectations else {
      throw .refused(
        "\(file) contains promises, not settings; check it with --expect, and compare policy"
          + " files and scenarios")
    }
    return contents
  }

  /// Returns the contestant that is the scheduler with the settings of a policy file. Their energy allows about
  /// `refreshesPerDay` refreshes a day; `nil` leaves it unchanged.
  private static func policy(
    _ file: String, refreshesPerDay: Int?
  ) throws(Failure) -> Contestant {
    let settings = try NamedPolicy.settings(file)
    return Contestant(
      name: file,
      method: .scheduler { experiment in
        experiment.settings = settings.withRefreshes(perDay: refreshesPerDay ?? 0)
      })
  }
}
