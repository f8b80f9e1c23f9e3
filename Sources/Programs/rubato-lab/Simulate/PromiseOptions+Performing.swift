import Files
import Scenarios
import Scheduling
import Simulation
import Studies
import Terminal
import Verbs

extension PromiseOptions {
  private static let longestFile = 10_000_000

  /// Returns the check of the promises in the file of `--expect`; `nil` if no file is given.
  ///
  /// - Parameter seeds: The number of seeds; `nil` uses the file's.
  func check(
    _ world: WorldOptions, _ population: PopulationOptions, seeds: Int?
  ) throws -> PromiseCheck? {
    guard expect != nil else {
      if junit != nil {
        throw Failure.usage(
          "--junit requires --expect; name the file of promises with --expect FILE")
      }
      return nil
    }
    let worlds = try population.worlds(world, of: world.scenario, seeds: seeds)
    let subject = worlds.subject
    guard var expectations = try readExpectations(subject)?.all else { return nil }
    if let count = worlds.count {
      expectations.seeds = count
    } else if world.device != nil {
      // A single device is one world, for which the number of seeds in the file is not meant.
      expectations.seeds = 1
    }
    return PromiseCheck(
      expectations: expectations, subject: subject, world: world, junit: junit,
      jobs: try population.jobCount(), progress: try population.progressForm())
  }

  /// Returns the promises about a subject, and the digest of their file; `nil` if no file is given. Throws an error if
  /// a promise begins after the end of the simulation.
  func readExpectations(_ subject: Subject) throws(Failure) -> (all: Expectations, digest: String)?
  {
    guard let expect else { return nil }
    let text = try TextFile.read(expect, limit: Self.longestFile)
    let world = try makeWorld(of: subject)
    let all = try read(text, named: expect, world.taskNames)
    let length = world.timeline.ends - world.timeline.starts
    if let promise = all.promises.first(where: { $0.after >= length }) {
      throw .refused(
        "\(expect): after '\(promise.after.notation)' of \(promise.about.name) is not allowed; use less"
          + " than \(length.notation), the length of the simulation")
    }
    return (all, Digest.text(of: text))
  }

  /// Returns the world of the default seed, from which the names of tasks and the length of the simulation are read.
  private func makeWorld(of subject: Subject) throws(Failure) -> Experiment {
    do throws(SimulationError) {
      return try subject.experiment(seed: subject.seed)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Reads the promises in the text of a file. `tasks` are the names that promises can refer to. Throws an error if
  /// there are no promises.
  private func read(
    _ text: String, named file: String, _ tasks: [String]
  ) throws(Failure) -> Expectations {
    do throws(FileError) {
      if let read = try Expectations.read(yaml: text, file: file, tasks: tasks) { return read }
    } catch {
      throw .refused(error.description)
    }
    throw .refused("\(file) contains no promises; add 'expect' (docs/expectations.md)")
  }
}
