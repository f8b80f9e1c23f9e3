import Scheduling

/// Keeps the output of a unit in files, by rubato-supervise: it leaves a process that reads the output, and becomes the
/// command. The files are those of direct children (`OutputStore`).
struct OutputKeeper: Sendable {
  /// The program rubato-supervise.
  var program: String
  /// The directory of the output of all runs.
  var directory: String
  /// The limit for the output of a run: at least the newest half of it is kept.
  var limitBytes: Int64

  /// Returns the order with the keeper before its command.
  ///
  /// - Parameter tail: The place at which the output of earlier steps of the run ends.
  func wrapping(_ order: LaunchOrder, after tail: OutputStore.Tail) -> LaunchOrder {
    var wrapped = order
    // -1 stands for no file.
    let numbers = [limitBytes, tail.end, tail.newest ?? -1, tail.older ?? -1].map(String.init)
    wrapped.arguments =
      [program, "--keep", directory, order.id.name] + numbers + order.arguments
    return wrapped
  }
}
