import ArgumentParser
import Scheduling
import Simulation
import Terminal

/// Several ways of deciding in the same worlds.
struct CompareOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Decide by each of these policy files in the same worlds, one beside the other; one alone"
        + " beside the defaults.", valueName: "policy ..."))
  var compare: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Beside it: cron, a systemd timer, Android's quotas, two rules of thumb, and an oracle."))
  var rivals = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "In so many worlds, of --seed and the seeds after it; 5 unless given.", valueName: "number"))
  var seeds: String?

  var isAsked: Bool { !compare.isEmpty || rivals }

  func comparison(_ world: WorldOptions, _ population: PopulationOptions) throws -> Comparison {
    let (subject, asked) = try population.worlds(world, seeds: seedCount())
    let perDay = try world.simulatorOptions().refreshesPerDay
    let contestants = try contestants(refreshesPerDay: perDay)
    let count = asked ?? 5
    let line = ProgressLine()
    defer { line.wipe() }
    do throws(SimulationError) {
      return try Comparison(
        subject, seeds: (0..<count).map { subject.seed &+ UInt64($0) }, contestants,
        progress: line.show)
    } catch {
      throw Failure.refused(error.description)
    }
  }

  /// Nil where it is not said.
  func seedCount() throws(Failure) -> Int? {
    try OptionValue.read(seeds, of: "--seeds", allowed: "1 to 100000") { text in
      Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
    }
  }

  private func contestants(refreshesPerDay: Int?) throws(Failure) -> [Contestant] {
    var contestants: [Contestant] = compare.count > 1 ? [] : [.rubato]
    for file in compare {
      let settings = try NamedPolicy.settings(file)
      contestants.append(
        Contestant(
          name: file,
          way: .scheduler { experiment in
            experiment.settings = settings.withRefreshes(
              perDay: refreshesPerDay ?? 0, of: experiment.workload)
          }))
    }
    return contestants + (rivals ? Contestant.rivals(refreshesPerDay: refreshesPerDay) : [])
  }
}
