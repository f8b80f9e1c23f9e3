import Scheduling
import Simulation

extension Subject {
  /// Creates a scenario's life with its own work.
  ///
  /// - Parameter name: The file's name as it was given.
  package init(_ scenario: Scenario, named name: String, _ options: Simulator.Options) {
    let population = scenario.population.only(scenario.traits)
    self.init(name: name, seed: options.seed, population: population) {
      (seed, traits) throws(SimulationError) in
      let life = scenario.varied(by: traits, seed: seed).life(seed: seed, days: options.days)
      return life.experiment(
        options.settings.withRefreshes(perDay: options.refreshesPerDay ?? 0),
        seed: seed)
    }
  }

  /// Creates a trace's life with the work of a scenario.
  package init(_ trace: Trace, workOf scenario: Scenario, _ options: Simulator.Options) {
    let population = Population.ofTraces(scenario.population)
    self.init(name: trace.name, seed: options.seed, population: population) {
      (seed, traits) throws(SimulationError) in
      let timeline = Timeline(trace, seed: seed, days: options.days)
      let workload = scenario.workload(apps: timeline.apps)
      let settings = options.settings.withRefreshes(perDay: options.refreshesPerDay ?? 0)
      var experiment = Experiment(
        timeline: timeline, workload: workload, settings: settings, seed: seed)
      experiment.slowWork(by: traits[.slowness])
      return experiment
    }
  }
}
