/// A test's directions for the work of tasks.
struct BenchDirections {
  /// The duration of a task's work, by identifier.
  var lengths: [String: Duration] = [:]
  /// The tasks that the test itself completes.
  var completedByTest: Set<String> = []
}
