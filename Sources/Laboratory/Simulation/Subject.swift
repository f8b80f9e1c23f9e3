import Scheduling

/// What can be lived through again and again, with one seed or another: a trace, or a scenario.
package struct Subject: Sendable {
  /// What tells one world of a subject from another.
  package enum Worlds: String, Hashable, Sendable {
    case seed, device
  }

  /// As its file was named.
  package var name: String
  /// Unless another is asked for.
  package var seed: UInt64
  /// Names what its file holds.
  package var content = ""
  /// How its devices differ.
  package var population: Population
  package private(set) var worlds = Worlds.seed
  /// Where its worlds are devices, what decides how they differ.
  package private(set) var populationSeed: UInt64?
  private let make: @Sendable (UInt64, DeviceTraits) throws(SimulationError) -> Experiment

  /// - Parameters:
  ///   - population: with the traits that `make` looks at.
  ///   - make: the world of a seed, on a device with these traits.
  package init(
    name: String, seed: UInt64, population: Population = .alike,
    _ make: @escaping @Sendable (UInt64, DeviceTraits) throws(SimulationError) -> Experiment
  ) {
    self.name = name
    self.seed = seed
    self.population = population
    self.make = make
  }

  /// Its world of one seed: the same world for the same seed.
  package func experiment(seed: UInt64) throws(SimulationError) -> Experiment {
    try make(seed, .neutral)
  }

  // MARK: Populations

  /// A device of its population.
  ///
  /// - Parameters:
  ///   - number: from 1.
  ///   - seed: decides all that differs between devices.
  package func device(
    _ number: UInt64, of seed: UInt64
  ) throws(SimulationError) -> (experiment: Experiment, traits: DeviceTraits) {
    var generator = SeededGenerator(seed: seed)
    var own = SeededGenerator(seed: generator.next() &+ number &- 1)
    let seed = own.next()
    let traits = population.traits(seed: seed)
    return (try make(seed, traits), traits)
  }

  /// Its population of one seed, each of whose worlds is a device, by its number.
  package func devices(of seed: UInt64, first: UInt64 = 1) -> Subject {
    var devices = Subject(name: name, seed: first) { (number, _) throws(SimulationError) in
      try device(number, of: seed).experiment
    }
    devices.content = content
    devices.worlds = .device
    devices.populationSeed = seed
    return devices
  }
}

extension Subject {
  /// What a device told, with the usual work.
  package init(_ trace: Trace, _ options: Simulator.Options) {
    self.init(name: trace.name, seed: options.seed, population: .ofTraces()) {
      (seed, traits) throws(SimulationError) in
      var options = options
      options.seed = seed
      var experiment = Simulator.experiment(trace, options)
      experiment.slow(by: traits[.slowness])
      return experiment
    }
  }
}

extension Population {
  /// What was recorded stays as it is: of a trace's devices it is the speed alone that differs.
  static func ofTraces(_ population: Population = Population()) -> Population {
    population.only([.slowness])
  }
}

extension Experiment {
  /// Lets all work take so many times longer, as a slower device does.
  mutating func slow(by factor: Double) {
    for task in workload.tasks.indices { workload.tasks[task].work.slowness *= factor }
  }
}
