import Scheduling
import Simulation

extension Expectations {
  /// Simulates one world for each seed, from the subject's own on, and measures the promises.
  ///
  /// - Parameter progress: Receives the number of finished worlds after each one.
  package func check(
    _ subject: Subject, progress: (Int) -> Void = { _ in }
  ) throws(SimulationError) -> ExpectationReport {
    try check(subject, progress: progress) { $0.scheduler(at: $1) }
  }

  /// Measures the promises with another decider in place of the scheduler, in one world for each seed.
  ///
  /// - Parameters:
  ///   - progress: Receives the number of finished worlds after each one.
  ///   - make: Creates the decider for the moment at which a world begins.
  package func check<Core: SchedulerUnderTest>(
    _ subject: Subject, progress: (Int) -> Void = { _ in },
    deciding make: (Experiment, Instant) -> Core
  ) throws(SimulationError) -> ExpectationReport {
    let seeds = (0..<UInt64(max(1, seeds))).map { subject.seed &+ $0 }
    var results = promises.map { PromiseResult(promise: $0, cases: []) }
    for (number, seed) in seeds.enumerated() {
      let experiment = try subject.experiment(seed: seed)
      let world = Observation(experiment, try experiment.log(of: { make(experiment, $0) }))
      for index in results.indices {
        results[index].cases.append(world.result(of: promises[index], seed: seed))
      }
      progress(number + 1)
    }
    return ExpectationReport(
      name: subject.name, seeds: seeds, worlds: subject.worlds, results: results)
  }
}

extension Observation {
  /// Checks a promise in this world. If it is about several tasks, the result shows the broken one that is furthest
  /// from the bound. A promise without a matching task is broken.
  func result(of promise: Promise, seed: UInt64) -> PromiseResult.Case {
    let measures = measures(promise).map {
      (measure: $0, isKept: promise.bound.isMet(by: $0), distance: $0.distance(to: promise.bound))
    }
    let broken = measures.filter { !$0.isKept }
    let shown =
      broken.max { $0.distance < $1.distance } ?? measures.first ?? (.number(nil), false, .infinity)
    return PromiseResult.Case(
      seed: seed, isKept: shown.isKept, measure: shown.measure, distance: shown.distance)
  }
}
