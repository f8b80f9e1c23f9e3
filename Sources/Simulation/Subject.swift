import Scheduling

/// What can be lived through again and again, with one seed or another: a trace, or a scenario.
package struct Subject: Sendable {
  /// As its file was named.
  package var name: String
  /// Unless another is asked for.
  package var seed: UInt64
  /// Names what its file holds.
  package var content = ""
  private let make: @Sendable (UInt64) throws(SimulationError) -> Experiment

  package init(
    name: String, seed: UInt64,
    _ make: @escaping @Sendable (UInt64) throws(SimulationError) -> Experiment
  ) {
    self.name = name
    self.seed = seed
    self.make = make
  }

  /// Its world of one seed: the same world for the same seed.
  package func experiment(seed: UInt64) throws(SimulationError) -> Experiment {
    try make(seed)
  }

  /// This, in the same worlds, with other experiments made of them.
  package func changed(
    _ change: @escaping @Sendable (inout Experiment) -> Void
  ) -> Subject {
    let make = make
    var changed = Subject(name: name, seed: seed) { (seed) throws(SimulationError) in
      var experiment = try make(seed)
      change(&experiment)
      return experiment
    }
    changed.content = content
    return changed
  }
}

extension Subject {
  /// What a device told, with the usual work.
  package init(_ trace: Trace, _ options: Simulator.Options) {
    self.init(name: trace.name, seed: options.seed) { (seed) throws(SimulationError) in
      var options = options
      options.seed = seed
      return Simulator.experiment(trace, options)
    }
  }
}
