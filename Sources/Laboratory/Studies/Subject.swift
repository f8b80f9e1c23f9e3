import Scheduling
import Simulation

/// A trace or a scenario that can be simulated with different seeds.
package struct Subject: Sendable {
  /// The kind of number that identifies a world of a subject.
  package enum Worlds: String, Hashable, Sendable {
    case seed, device
  }

  /// The file's name as it was given.
  package var name: String
  /// The default seed.
  package var seed: UInt64
  /// A digest of its file.
  package var content = ""
  /// The parts of its work that are simulated differently than described.
  package var notes = TranslationNotes()
  /// The differences between its devices.
  package var population: Population
  package private(set) var worlds = Worlds.seed
  /// The seed of the devices' differences; `nil` if its worlds are not devices.
  package private(set) var populationSeed: UInt64?
  /// The traits in which its worlds differ, if they are devices.
  package private(set) var deviceTraits: [DeviceTrait] = []
  /// Returns the traits of the world of a number.
  private var drawTraits: @Sendable (UInt64) -> DeviceTraits = { _ in .neutral }
  /// Creates the world of a seed, on a device with these traits.
  private let make: @Sendable (UInt64, DeviceTraits) throws(SimulationError) -> Experiment

  /// - Parameters:
  ///   - population: The spreads of the traits that `make` uses.
  ///   - make: Creates the world of a seed, on a device with these traits.
  package init(
    name: String, seed: UInt64, population: Population = .alike,
    _ make: @escaping @Sendable (UInt64, DeviceTraits) throws(SimulationError) -> Experiment
  ) {
    self.name = name
    self.seed = seed
    self.population = population
    self.make = make
  }

  /// Returns its world of one seed: the same world for the same seed.
  package func experiment(seed: UInt64) throws(SimulationError) -> Experiment {
    try make(seed, .neutral)
  }

  // MARK: Populations

  /// Returns a device of its population.
  ///
  /// - Parameters:
  ///   - number: The device's number, from 1.
  ///   - seed: Determines all differences between devices.
  package func device(
    _ number: UInt64, of seed: UInt64
  ) throws(SimulationError) -> (experiment: Experiment, traits: DeviceTraits) {
    let deviceSeed = Self.seed(of: number, seed)
    let traits = population.traits(seed: deviceSeed)
    return (try make(deviceSeed, traits), traits)
  }

  /// Returns the seed of a device, which determines its traits and its life.
  ///
  /// - Parameters:
  ///   - number: The device's number, from 1.
  ///   - seed: The seed of the population.
  private static func seed(of number: UInt64, _ seed: UInt64) -> UInt64 {
    var populationGenerator = SeededGenerator(seed: seed)
    var deviceGenerator = SeededGenerator(seed: populationGenerator.next() &+ number &- 1)
    return deviceGenerator.next()
  }

  /// Returns the traits of the world of a number, if its worlds are devices; otherwise neutral traits.
  package func traits(of number: UInt64) -> DeviceTraits { drawTraits(number) }

  /// Returns a subject whose worlds are the devices of this subject's population: the number of a device takes the
  /// place of the seed of a world. Comparisons and checks of promises, which go through seeds, then go through devices.
  ///
  /// - Parameters:
  ///   - seed: Determines all differences between devices.
  ///   - first: The number of the first device.
  package func devices(of seed: UInt64, first: UInt64 = 1) -> Subject {
    var devices = Subject(name: name, seed: first) { (number, _) throws(SimulationError) in
      try device(number, of: seed).experiment
    }
    devices.content = content
    devices.notes = notes
    devices.worlds = .device
    devices.populationSeed = seed
    devices.deviceTraits = population.traits
    devices.drawTraits = { [population] number in
      population.traits(seed: Self.seed(of: number, seed))
    }
    return devices
  }
}

extension Subject {
  /// Creates a trace's life with the usual work.
  package init(_ trace: Trace, _ options: Simulator.Options) {
    self.init(name: trace.name, seed: options.seed, population: .ofTraces()) {
      (seed, traits) throws(SimulationError) in
      var options = options
      options.seed = seed
      var experiment = Simulator.experiment(trace, options)
      experiment.slowWork(by: traits[.slowness])
      return experiment
    }
  }
}

extension Population {
  /// Returns the population of a trace: recorded values stay as they are, so its devices differ only in speed.
  static func ofTraces(_ population: Population = Population()) -> Population {
    population.only([.slowness])
  }
}

extension Experiment {
  /// Multiplies the time of all work, as on a slower device.
  mutating func slowWork(by factor: Double) {
    for task in workload.tasks.indices { workload.tasks[task].work.slowness *= factor }
  }
}
