/// Bounds how long other work may take. Where time is virtual, it does not pass because of the limit while that work goes on
/// in real time.
package enum TimeLimit {
  /// The present Swift task sleeps for as long as the work may take at most.
  @TaskLocal package static var isKeptHere = false

  /// Runs the work that is bounded, and knows when it rests. Nil where time is the machine's.
  @TaskLocal package static var executor: (any TaskExecutor)?
}
