import Simulation

/// The devices of a population, numbered from 1; the number determines the life of each.
package struct Members: Sendable {
  package let count: Int
  private let subject: Subject
  private let seed: UInt64

  /// - Parameters:
  ///   - seed: Determines all differences between members.
  package init(_ subject: Subject, count: Int, seed: UInt64) {
    self.subject = subject
    self.count = count
    self.seed = seed
  }

  /// Simulates each member of a shard, or of the whole population if it is `nil`, and returns their figures together.
  /// Only one member is in memory at a time.
  ///
  /// - Parameter promises: The promises to check on each.
  package func figures(
    of shard: Shard?, checking promises: [Promise] = []
  ) throws(SimulationError) -> PopulationFigures {
    var figures = PopulationFigures()
    for number in (shard ?? .whole).numbers(of: count) {
      figures += try self.figures(of: number, checking: promises)
    }
    return figures
  }

  /// Simulates one member and returns its figures.
  ///
  /// - Parameters:
  ///   - number: The member's number, from 1.
  ///   - promises: The promises to check on it.
  package func figures(
    of number: Int, checking promises: [Promise]
  ) throws(SimulationError) -> PopulationFigures {
    var figures = PopulationFigures()
    let device = try subject.device(UInt64(number), of: seed)
    let log = try device.experiment.log()
    figures.addFigures(Figures(log, in: device.experiment), number: UInt64(number))
    figures.addPromiseResults(
      of: Observation(device.experiment, log), number: UInt64(number), promises, device.traits,
      known: subject.population.traits)
    figures.addTraits(device.traits, known: subject.population.traits)
    return figures
  }
}
