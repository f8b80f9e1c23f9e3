/// The ways in which a test itself has tasks go on.
struct BenchDirections {
  /// How long the work of a task takes, by identifier.
  var lengths: [String: Duration] = [:]
  /// The tasks that the test completes itself.
  var driven: Set<String> = []
}
