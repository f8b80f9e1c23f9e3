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

  /// Simulates each member of a shard, or of the whole population, and returns their figures together. Only one
  /// member is in memory at a time.
  ///
  /// - Parameters:
  ///   - promises: The promises to check on each.
  ///   - progress: Receives the share that is done, 0 to 1.
  package func figures(
    of shard: Shard?, checking promises: [Promise] = [], progress: (Double) -> Void = { _ in }
  ) throws(SimulationError) -> PopulationFigures {
    var figures = PopulationFigures()
    let members = (shard ?? Shard(1, of: 1))?.members(of: count) ?? stride(from: 0, to: 0, by: 1)
    // The number of members of the shard, at most: the quotient is rounded up.
    let memberCount = (count + (shard?.of ?? 1) - 1) / (shard?.of ?? 1)
    for (done, member) in members.enumerated() {
      let device = try subject.device(UInt64(member + 1), of: seed)
      let log = try device.experiment.log()
      figures.add(Figures(log, in: device.experiment))
      figures.add(
        Observation(device.experiment, log), number: UInt64(member + 1), promises, device.traits,
        of: subject.population.traits)
      figures.add(device.traits, of: subject.population.traits)
      progress(Double(done + 1) / Double(max(1, memberCount)))
    }
    return figures
  }
}
