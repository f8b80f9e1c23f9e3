import BackgroundTasks
import Foundation

/// The origin of code that passes a block to a queue.
struct Origin: Sendable {
  let bench: Bench
  /// The process and the run; `nil` for the test's own code.
  var context: ExecutionContext?
  var center: TaskCenter?
  var flow: Flow?
  var executor: (any TaskExecutor)?

  /// The origin of the current code; `nil` if it is unknown.
  static var present: Origin? {
    guard let bench = Bench.ofCurrentCode else { return FollowedBlock.current?.origin }
    return Origin(
      bench: bench, context: ExecutionContext.current, center: TaskCenter.own, flow: Flow.current,
      executor: TimeLimit.executor)
  }

  /// Runs code with this origin.
  func perform(_ body: () -> Void) {
    Bench.$ofCurrentCode.withValue(bench) {
      ExecutionContext.$current.withValue(context) {
        TimeLimit.$executor.withValue(executor) {
          TaskCenter.$own.withValue(center) { Flow.$current.withValue(flow, operation: body) }
        }
      }
    }
  }
}
