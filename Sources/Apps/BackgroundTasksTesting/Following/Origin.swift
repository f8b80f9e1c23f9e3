import BackgroundTasks
import Foundation

/// On whose behalf code runs that hands something over to a queue.
struct Origin: Sendable {
  let bench: Bench
  /// Nil for the test's own code.
  var errand: Errand?
  var center: TaskCenter?
  var flow: Flow?
  var executor: (any TaskExecutor)?

  /// That of the present code; nil where it is not known.
  static var present: Origin? {
    guard let bench = Bench.found else { return FollowedBlock.current?.origin }
    return Origin(
      bench: bench, errand: Errand.current, center: TaskCenter.own, flow: Flow.current,
      executor: TimeLimit.executor)
  }

  /// Runs code on the same behalf.
  func perform(_ body: () -> Void) {
    Bench.$found.withValue(bench) {
      Errand.$current.withValue(errand) {
        TimeLimit.$executor.withValue(executor) {
          TaskCenter.$own.withValue(center) { Flow.$current.withValue(flow, operation: body) }
        }
      }
    }
  }
}
