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

  /// Returns the order with the keeper, which is the program that keeps the output in files, before its command:
  /// `rubato-supervise --keep DIRECTORY RUN LIMIT END NEWEST OLDER COMMAND...`. The two file names continue the files
  /// of earlier steps.
  ///
  /// - Parameter tail: The place at which the output of earlier steps of the run ends.
  func wrapping(_ order: LaunchOrder, after tail: OutputStore.Tail) -> LaunchOrder {
    var wrapped = order
    // -1 stands for no file.
    let limitAndTail = [limitBytes, tail.end, tail.newestFile ?? -1, tail.olderFile ?? -1]
    wrapped.arguments =
      [program, "--keep", directory, order.id.name] + limitAndTail.map(String.init)
      + order.arguments
    return wrapped
  }
}
