import BackgroundTasks
import Foundation

/// The origin of code that passes a block to a queue.
struct Origin: Sendable {
  let bench: Bench
  /// The process and the run; `nil` for the test's own code.
  var errand: Errand?
  var center: TaskCenter?
  var flow: Flow?
  var executor: (any TaskExecutor)?

  /// The origin of the current code; `nil` if it is unknown.
  static var present: Origin? {
    guard let bench = Bench.found else { return FollowedBlock.current?.origin }
    return Origin(
      bench: bench, errand: Errand.current, center: TaskCenter.own, flow: Flow.current,
      executor: TimeLimit.executor)
  }

  /// Runs code with this origin.
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
