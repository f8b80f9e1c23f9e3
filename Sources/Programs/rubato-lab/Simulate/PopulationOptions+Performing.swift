import AtomicFiles
import Control
import Files
import Report
import Scheduling
import Simulation
import Studies
import Terminal
import Verbs

extension PopulationOptions {
  private static let noSeeds = "--population cannot be combined with --seeds"

  /// Returns the worlds of a comparison or of promises: the requested number of devices of the population, or otherwise
  /// of seeds.
  func worlds(
    _ world: WorldOptions, of scenario: String?, seeds: Int?
  ) throws(Failure) -> Worlds {
    let subject = try world.subject(of: scenario)
    guard isRequested else {
      // With `--device`, the subject is one device of a population, which the seed of that population determines.
      return Worlds(
        subject: subject, count: seeds, seed: subject.populationSeed ?? subject.seed)
    }
    let devices = try populationSize(world)
    guard shard == nil else {
      throw .usage("--shard cannot be combined with --compare, --baselines or --junit")
    }
    guard seeds == nil else {
      throw .usage(Self.noSeeds)
    }
    return Worlds(
      subject: subject.devices(of: subject.seed), count: devices, seed: subject.seed)
  }

  /// Simulates the population, or one shard of it, and returns its figures. If promises are given, checks them on each
  /// device.
  func simulateDevices(_ world: WorldOptions, _ promises: PromiseOptions) throws -> PopulationResult
  {
    let count = try populationSize(world)
    let shard = try OptionValue.read(
      shard, of: "--shard",
      allowed: "a number from 1 to the count of parts, and this count, such as 3/16"
    ) { Shard($0) }
    let subject = try world.subject()
    let options = try world.simulatorOptions()
    let seed = subject.seed
    let members = Members(subject, count: count, seed: seed)
    var terms = PopulationResult.Terms(
      version: Version.text, subject: subject.name.lastPart, content: subject.content,
      policy: Digest.text(of: PolicyText.yaml(options.settings)), population: count, seed: seed,
      days: options.days, refreshesPerDay: options.refreshesPerDay)
    let expectations = try promises.readExpectations(subject)
    terms.promises = expectations?.digest
    terms.command = world.commandWords + (world.seed.map { ["--seed", $0] } ?? [])
    terms.expect = promises.expect
    var initial = PopulationResult(terms: terms, shard: shard, result: PopulationFigures())
    initial.done = 0
    let file = try output.map { path throws(Failure) in
      PopulationFile(path: try OutputFile.regularFile(at: path))
    }
    return try PopulationRun(
      members: members, promises: expectations?.all.promises ?? [], file: file,
      jobs: try jobCount(), progress: try progressForm()
    ).result(initial)
  }

  /// Simulates some devices of the population and returns the time and memory that all of them take.
  func estimation(
    _ world: WorldOptions, _ promises: PromiseOptions
  ) throws(Failure) -> PopulationEstimate {
    let count = try populationSize(world)
    let jobs = try jobCount()
    let subject = try world.subject()
    let checked = try promises.readExpectations(subject)?.all.promises ?? []
    do throws(SimulationError) {
      return try PopulationEstimate(
        Members(subject, count: count, seed: subject.seed), checking: checked, jobs: jobs)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Returns the number of processes: by default as many as processors, but one for a shard, since an engine that runs
  /// shards has counted the processors itself.
  func jobCount() throws(Failure) -> Int {
    let count = try OptionValue.read(jobs, of: "--jobs", allowed: "1 to 1000") { text in
      Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
    }
    return count ?? (shard == nil ? ProcessorCount.available() : 1)
  }

  /// Returns the form in which progress is written; a bar if none is given.
  func progressForm() throws(Failure) -> ProgressForm {
    try OptionValue.read(
      progress, of: "--progress", allowed: "bar, json or none", ProgressForm.init) ?? .bar
  }

  /// Returns the number of devices in the whole population, of which `--shard` takes a part. Throws an error if it is
  /// not given, or with `--device`.
  private func populationSize(_ world: WorldOptions) throws(Failure) -> Int {
    guard let count = try givenPopulationSize() else {
      throw .usage("--shard requires --population NUMBER")
    }
    guard world.device == nil else {
      throw .usage("--device cannot be combined with --population")
    }
    return count
  }

  /// Returns the number of devices from `--population`; `nil` if it is not given.
  private func givenPopulationSize() throws(Failure) -> Int? {
    try OptionValue.read(population, of: "--population", allowed: "1 to 100000000") { text in
      Int(text).flatMap { (1...100_000_000).contains($0) ? $0 : nil }
    }
  }

  /// Simulates the population or a shard, and prints the result. Throws `negative` if the whole population breaks a
  /// promise.
  ///
  /// - Parameters:
  ///   - seeds: The number of seeds, which must not be given; `nil` if it is not.
  ///   - page: The file for the page; `nil` if none is written.
  func perform(
    _ world: WorldOptions, _ promises: PromiseOptions, seeds: Int?, page: String?, asJSON: Bool
  ) throws {
    guard seeds == nil else { throw Failure.usage(Self.noSeeds) }
    let result = try simulateDevices(world, promises)
    // The page last: if it cannot be written, the result of a long simulation is not lost.
    Self.print(result, asJSON: asJSON)
    if let page { try TextFile.write(PopulationPage.text(result), to: page) }
    let isBroken = result.result.promises?.allSatisfy(\.isKept) == false
    // A shard does not decide.
    if result.shard == nil && isBroken { throw Failure.negative }
  }

  /// Prints figures for people, or the result from which shards are merged.
  static func print(_ result: PopulationResult, asJSON: Bool) {
    if asJSON {
      Output.print(JSONLayout.compact(result))
    } else {
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(PopulationText.lines(result, on: screen).joined(separator: "\n"))
    }
  }
}

extension String {
  /// The name of a file without its directories.
  fileprivate var lastPart: String { AtomicFile.names(in: self).last ?? self }
}
