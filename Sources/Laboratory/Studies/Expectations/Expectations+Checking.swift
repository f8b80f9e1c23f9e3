import Scheduling
import Simulation

extension Expectations {
  /// Simulates one world for each seed, from the subject's own on, and measures the promises.
  package func check(_ subject: Subject) throws(SimulationError) -> ExpectationReport {
    try check(subject) { $0.scheduler(at: $1) }
  }

  /// Measures the promises with another decider in place of the scheduler, in one world for each seed.
  ///
  /// - Parameter make: Creates the decider for the moment at which a world begins.
  package func check<Core: SchedulerUnderTest>(
    _ subject: Subject, deciding make: (Experiment, Instant) -> Core
  ) throws(SimulationError) -> ExpectationReport {
    var report = ExpectationReport(self, of: subject)
    for number in 0..<UInt64(max(1, seeds)) {
      let seed = subject.seed &+ number
      report.add(try cases(in: subject, seed: seed, deciding: make), seed: seed)
    }
    return report
  }

  /// Simulates the world of one seed, and returns the result of each promise.
  package func cases(
    in subject: Subject, seed: UInt64
  ) throws(SimulationError) -> [PromiseResult.Case] {
    try cases(in: subject, seed: seed) { $0.scheduler(at: $1) }
  }

  /// Simulates the world of one seed with another decider, and returns the result of each promise.
  private func cases<Core: SchedulerUnderTest>(
    in subject: Subject, seed: UInt64, deciding make: (Experiment, Instant) -> Core
  ) throws(SimulationError) -> [PromiseResult.Case] {
    let experiment = try subject.experiment(seed: seed)
    let world = Observation(experiment, try experiment.log(of: { make(experiment, $0) }))
    return promises.map { world.result(of: $0, seed: seed) }
  }
}

extension Observation {
  /// Checks a promise in this world. If it is about several tasks, the result shows the broken one that is furthest
  /// from the bound. A promise without a matching task is broken.
  func result(of promise: Promise, seed: UInt64) -> PromiseResult.Case {
    let results = measures(promise).map {
      (measure: $0, isKept: promise.bound.isMet(by: $0), distance: $0.distance(to: promise.bound))
    }
    let worstBroken = results.filter { !$0.isKept }.max { $0.distance < $1.distance }
    let shown = worstBroken ?? results.first ?? (.number(nil), false, .infinity)
    return PromiseResult.Case(
      seed: seed, isKept: shown.isKept, measure: shown.measure, distance: shown.distance)
  }
}
