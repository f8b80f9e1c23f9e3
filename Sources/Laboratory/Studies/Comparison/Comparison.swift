import Scheduling
import Simulation

/// Several deciders in the same worlds, or in variants of these worlds, one for each seed, each compared with the
/// first.
package struct Comparison: Sendable {
  package struct Column: Sendable {
    package var name: String
    /// The figures of all worlds together.
    package var figures: Figures
    /// The value of each measure in each world.
    package var values: [Measure: [Double?]]
    /// The difference of each measure from the first column; none for the first.
    package var differences: [Measure: PairedDifference]

    /// Returns the mean over worlds; `nil` if no world has a value.
    package func mean(_ measure: Measure) -> Double? {
      let known = (values[measure] ?? []).compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }

  package var subject: String
  package var seeds: [UInt64]
  /// The kind of worlds that `seeds` number.
  package var worlds: Subject.Worlds
  package var columns: [Column]

  /// Simulates each world with each of the contestants; the later contestants are compared with the first.
  ///
  /// - Parameter progress: Receives the share that is done, 0 to 1.
  package init(
    _ subject: Subject, seeds: [UInt64], _ contestants: [Contestant],
    progress: (Double) -> Void = { _ in }
  ) throws(SimulationError) {
    self.subject = subject.name
    self.seeds = seeds
    worlds = subject.worlds
    var columns = contestants.map {
      Column(name: $0.name, figures: Figures(), values: [:], differences: [:])
    }
    for (round, seed) in seeds.enumerated() {
      let experiment = try subject.experiment(seed: seed)
      var first: Figures?
      for (place, contestant) in contestants.enumerated() {
        let figures = try contestant.figures(in: experiment, of: seed, comparedWith: first)
        columns[place].add(figures)
        first = first ?? figures
        let done = round * contestants.count + place + 1
        progress(Double(done) / Double(seeds.count * contestants.count))
      }
    }
    for place in columns.indices.dropFirst() { columns[place].compare(with: columns[0]) }
    self.columns = columns
  }
}

extension Comparison.Column {
  /// Adds the figures of one world, and its value of each measure, to the column.
  fileprivate mutating func add(_ world: Figures) {
    figures += world
    for measure in Measure.allCases {
      values[measure, default: []].append(measure.value(of: world))
    }
  }

  /// Computes the difference of each measure from the first column, world by world. Worlds without a value in both
  /// columns are left out.
  fileprivate mutating func compare(with first: Self) {
    for measure in Measure.allCases {
      let pairs = zip(first.values[measure] ?? [], values[measure] ?? [])
      let known = pairs.compactMap { one, other in one.flatMap { one in other.map { $0 - one } } }
      differences[measure] = PairedDifference(known)
    }
  }
}

/// A decider in worlds.
package struct Contestant: Sendable {
  package enum Method: Sendable {
    /// The scheduler with its settings, or with changed settings.
    case scheduler(@Sendable (inout Experiment) -> Void)
    case baseline(BaselineKind, refreshesPerDay: Int?)
    /// The scheduler, in the variant's world of the same seed.
    case variant(Subject)
  }

  package var name: String
  package var method: Method

  package init(name: String, way: Method) {
    self.name = name
    self.method = way
  }

  /// The scheduler with the settings of the world.
  package static let rubato = Contestant(name: "Rubato", way: .scheduler { _ in })

  /// Returns all baselines. The default number of refreshes a day is that of the first contestant.
  package static func baselines(refreshesPerDay: Int?) -> [Contestant] {
    BaselineKind.allCases.map {
      Contestant(name: $0.title, way: .baseline($0, refreshesPerDay: refreshesPerDay))
    }
  }

  /// Simulates a world with this decider and returns its figures. A variant uses its own world of the same seed.
  ///
  /// - Parameter first: The first contestant's figures, whose refreshes a day are a baseline's default; `nil` for
  /// itself.
  func figures(
    in experiment: Experiment, of seed: UInt64, comparedWith first: Figures?
  ) throws(SimulationError) -> Figures {
    var experiment = experiment
    switch method {
    case .scheduler(let change):
      change(&experiment)
      return Figures(try experiment.log(), in: experiment)
    case .variant(let variant):
      let world = try variant.experiment(seed: seed)
      return Figures(try world.log(), in: world)
    case .baseline(let kind, let requestedPerDay):
      let firstRefreshesPerDay =
        first.flatMap { Measure.refreshesPerDay.value(of: $0) }?.rounded() ?? 0
      let log = try experiment.log(
        of: kind, refreshesPerDay: requestedPerDay ?? max(1, Int(bounded: firstRefreshesPerDay)))
      return Figures(log, in: experiment)
    }
  }
}
