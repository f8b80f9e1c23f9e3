/// Limits the duration of other work. Virtual time does not advance to the limit while that work is running in real
/// time.
package enum TimeLimit {
  /// Whether the current Swift task sleeps until the time limit of other work.
  @TaskLocal package static var isAwaitedHere = false

  /// The executor of the limited work, which knows when that is idle; `nil` if time is the machine's.
  @TaskLocal package static var executor: (any TaskExecutor)?
}
