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
    /// The groups of devices in which a measure differs more or less from the first column; none for seeds, for the
    /// first column and for baselines.
    package var effects: [Measure: [TraitEffect]] = [:]
    /// The result of each promise in each world.
    var results: [[PromiseResult.Case]] = []
    /// Each promise against the first column; none for the first.
    package var promises: [PairedPromise] = []

    /// Returns the number of worlds in which a promise is kept, by its place in the list of promises.
    package func keptCount(of promise: Int) -> Int { results[promise].count(where: \.isKept) }

    /// Returns the mean over worlds; `nil` if no world has a value.
    package func mean(_ measure: Measure) -> Double? {
      let knownValues = (values[measure] ?? []).compactMap(\.self)
      return knownValues.isEmpty ? nil : knownValues.reduce(0, +) / Double(knownValues.count)
    }
  }

  package var subject: String
  package var seeds: [UInt64]
  /// The kind of worlds that `seeds` number.
  package var worlds: Subject.Worlds
  package var columns: [Column]
  /// The checked promises.
  package var promises: [Promise] = []
  /// The number of splits by traits that were tried for each column, for which the effects are corrected.
  package var triedSplits = 0

  /// Simulates each world with each of the contestants; the later contestants are compared with the first.
  ///
  /// - Parameters:
  ///   - promises: The promises to check in each world.
  ///   - progress: Receives the share that is done, 0 to 1.
  ///   - keepRuns: Receives the runs of each contestant in each world.
  package init(
    _ subject: Subject, seeds: [UInt64], _ contestants: [Contestant],
    checking promises: [Promise] = [], progress: (Double) -> Void = { _ in },
    keepRuns: (_ runs: RunLog, _ decider: RunsFile.Decider) -> Void = { _, _ in }
  ) throws(SimulationError) {
    self.subject = subject.name
    self.seeds = seeds
    worlds = subject.worlds
    self.promises = promises
    var columns = contestants.map {
      Column(
        name: $0.name, figures: Figures(), values: [:], differences: [:],
        results: promises.map { _ in [] })
    }
    for (round, seed) in seeds.enumerated() {
      let experiment = try subject.experiment(seed: seed)
      // The number of the first contestant, which baselines must equal.
      var refreshesPerDay: Double?
      for (place, contestant) in contestants.enumerated() {
        let (world, log) = try contestant.life(
          in: experiment, of: seed, refreshesPerDay: refreshesPerDay ?? 0)
        keepRuns(log.runs, RunsFile.Decider(name: contestant.name, seed: seed))
        columns[place].add(Figures(log, in: world))
        columns[place].add(Observation(world, log), seed: seed, promises)
        refreshesPerDay = refreshesPerDay ?? log.refreshesPerDay(in: experiment)
        let doneWorlds = round * contestants.count + place + 1
        progress(Double(doneWorlds) / Double(seeds.count * contestants.count))
      }
    }
    for place in columns.indices.dropFirst() { columns[place].compare(with: columns[0]) }
    self.columns = columns
    findEffects(subject, contestants)
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

  /// Adds the result of each promise in one world.
  fileprivate mutating func add(_ world: Observation, seed: UInt64, _ promises: [Promise]) {
    for (index, promise) in promises.enumerated() {
      results[index].append(world.result(of: promise, seed: seed))
    }
  }

  /// Computes the difference of each measure and of each promise from the first column, world by world. Worlds without
  /// a value in both columns are left out.
  fileprivate mutating func compare(with first: Self) {
    for measure in Measure.allCases {
      differences[measure] = PairedDifference(
        valueDifferences(of: measure, from: first).compactMap(\.self))
    }
    promises = zip(first.results, results).map { PairedPromise($0, $1) }
  }

  /// Returns the difference of a measure from the first column in each world; `nil` for a world without a value in one
  /// of the two columns.
  func valueDifferences(of measure: Measure, from first: Self) -> [Double?] {
    zip(first.values[measure] ?? [], values[measure] ?? []).map { firstValue, ownValue -> Double? in
      guard let firstValue, let ownValue else { return nil }
      return ownValue - firstValue
    }
  }
}

/// A decider in worlds.
package struct Contestant: Sendable {
  package enum Method: Sendable {
    /// The scheduler with its settings, or with changed settings.
    case scheduler(@Sendable (inout Experiment) -> Void)
    case baseline(BaselineKind)
    /// The scheduler, in the variant's world of the same seed.
    case variant(Subject)
  }

  package var name: String
  package var method: Method

  package init(name: String, method: Method) {
    self.name = name
    self.method = method
  }

  /// The scheduler with the settings of the world.
  package static let rubato = Contestant(name: "Rubato", method: .scheduler { _ in })

  /// All baselines. Each starts as many refreshes a day as the first contestant.
  package static var baselines: [Contestant] {
    BaselineKind.allCases.map { Contestant(name: $0.title, method: .baseline($0)) }
  }

  /// Whether it is one of the baselines.
  var isBaseline: Bool {
    if case .baseline = method { true } else { false }
  }

  /// Simulates a world with this decider and returns the world and its log. A variant uses its own world of the same
  /// seed.
  ///
  /// - Parameter refreshesPerDay: The number of the first contestant, for a baseline.
  func life(
    in experiment: Experiment, of seed: UInt64, refreshesPerDay: Double
  ) throws(SimulationError) -> (Experiment, Log) {
    var experiment = experiment
    let log: Log
    switch method {
    case .scheduler(let change):
      change(&experiment)
      log = try experiment.log()
    case .variant(let variant):
      experiment = try variant.experiment(seed: seed)
      log = try experiment.log()
    case .baseline(let kind):
      log = try experiment.log(
        of: kind, refreshesPerDay: max(1, Int(bounded: refreshesPerDay.rounded())))
    }
    return (experiment, log)
  }
}

extension Log {
  /// Returns the number of started refreshes a day since the first was submitted; 0 if none was. Baselines may start as
  /// many.
  fileprivate func refreshesPerDay(in experiment: Experiment) -> Double {
    let places = experiment.workload.tasks.indices.filter {
      experiment.workload.tasks[$0].terms.asked.kind == .refresh
    }
    guard let begins = places.compactMap({ arrivals[$0] }).min() else { return 0 }
    let days = max(1, (experiment.timeline.ends - begins).seconds / 86400)
    return Double(runs.count { $0.kind == .refresh }) / days
  }
}
