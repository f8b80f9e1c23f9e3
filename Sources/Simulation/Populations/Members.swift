import Scheduling

/// The devices of a population, each with a number from 0 and, by that, a life of its own.
package struct Members: Sendable {
  package let count: Int
  private let make: @Sendable (_ member: UInt64) throws(SimulationError) -> Experiment

  /// - Parameters:
  ///   - seed: decides all that differs between members.
  ///   - make: the world of a member, by a seed of its own.
  package init(
    count: Int, seed: UInt64,
    _ make: @escaping @Sendable (_ seed: UInt64) throws(SimulationError) -> Experiment
  ) {
    self.count = count
    self.make = { (member) throws(SimulationError) in
      var generator = SeededGenerator(seed: seed)
      var own = SeededGenerator(seed: generator.next() &+ member)
      var experiment = try make(own.next())
      experiment.slow(by: exp2(own.share() * 1.5 - 0.5))
      return experiment
    }
  }

  /// What comes of the members of a shard, or of all. Memory holds one of them at a time.
  ///
  /// - Parameter progress: hears the share that is done, 0 to 1.
  package func figures(
    of shard: Shard?, progress: (Double) -> Void = { _ in }
  ) throws(SimulationError) -> PopulationFigures {
    var figures = PopulationFigures()
    let members = (shard ?? Shard(1, of: 1))?.members(of: count) ?? stride(from: 0, to: 0, by: 1)
    let number = (count + (shard?.of ?? 1) - 1) / (shard?.of ?? 1)
    for (done, member) in members.enumerated() {
      let experiment = try make(UInt64(member))
      figures.add(Figures(try experiment.log(), in: experiment))
      progress(Double(done + 1) / Double(max(1, number)))
    }
    return figures
  }
}

extension Experiment {
  /// Lets all work take so many times longer, as a slower device does.
  fileprivate mutating func slow(by factor: Double) {
    for task in workload.tasks.indices { workload.tasks[task].work.slowness *= factor }
  }
}
