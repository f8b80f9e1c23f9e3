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
      return Worlds(
        subject: subject, count: seeds, seed: subject.populationSeed ?? subject.seed)
    }
    let devices = try wholeCount(world)
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
  func result(_ world: WorldOptions, _ promises: PromiseOptions) throws -> PopulationResult {
    let count = try wholeCount(world)
    let shard = try OptionValue.read(
      shard, of: "--shard", allowed: "a part such as 3/16, from 1/16 to 16/16"
    ) { Shard($0) }
    let subject = try world.subject()
    let options = try world.simulatorOptions()
    let seed = subject.seed
    let members = Members(subject, count: count, seed: seed)
    var terms = PopulationResult.Terms(
      version: Version.text, subject: subject.name.lastPart, content: subject.content,
      policy: Digest.text(of: PolicyText.yaml(options.settings)), population: count, seed: seed,
      days: options.days, refreshesPerDay: options.refreshesPerDay)
    let expectations = try promises.expectations(subject)
    terms.promises = expectations?.digest
    terms.command = world.commandWords + (world.seed.map { ["--seed", $0] } ?? [])
    let figures = try figures(members, shard, expectations?.all.promises ?? [])
    return PopulationResult(terms: terms, shard: shard, result: figures)
  }

  /// Simulates the devices of a shard, or all devices if it is `nil`. Shows the progress.
  private func figures(
    _ members: Members, _ shard: Shard?, _ promises: [Promise]
  ) throws(Failure) -> PopulationFigures {
    let line = ProgressLine()
    defer { line.wipe() }
    do throws(SimulationError) {
      return try members.figures(of: shard, checking: promises, progress: line.show)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Returns the number of devices in the whole population, of which `--shard` takes a part. Throws an error if it is not
  /// given, or with `--device`.
  private func wholeCount(_ world: WorldOptions) throws(Failure) -> Int {
    guard let count = try count() else {
      throw .usage("--shard requires --population NUMBER")
    }
    guard world.device == nil else {
      throw .usage("--device cannot be combined with --population")
    }
    return count
  }

  /// Returns the number of devices; `nil` if it is not given.
  private func count() throws(Failure) -> Int? {
    try OptionValue.read(population, of: "--population", allowed: "1 to 100000000") { text in
      Int(text).flatMap { (1...100_000_000).contains($0) ? $0 : nil }
    }
  }

  /// Simulates the population or a shard, and prints the result. Throws `negative` if the whole population breaks a
  /// promise.
  ///
  /// - Parameter seeds: The number of seeds, which must not be given; `nil` if it is not.
  func perform(
    _ world: WorldOptions, _ promises: PromiseOptions, seeds: Int?, asJSON: Bool
  ) throws {
    guard seeds == nil else { throw Failure.usage(Self.noSeeds) }
    let result = try result(world, promises)
    Self.print(result, asJSON: asJSON)
    if !result.answers.allSatisfy(\.isKept) { throw Failure.negative }
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
  fileprivate var lastPart: String { split(separator: "/").last.map { String($0) } ?? self }
}
