import GRDB

// Numbers of runs and requests are never used again, not even after a database had to be set aside:
// output is kept under the number of its run.
extension DatabaseFile {
  struct Counters {
    var nextRun: Int64
    var nextSequence: Int64
  }

  /// The counters of a database that is damaged elsewhere; nil where they cannot be read or are not
  /// plausible.
  func salvageCounters() -> Counters? {
    var configuration = Configuration()
    configuration.readonly = true
    let plausible = 1...1_000_000_000_000 as ClosedRange<Int64>
    // Opening it, also for reading only, would delete the log.
    guard !isEmptied,
      let queue = try? DatabaseQueue(path: path, configuration: configuration),
      let row = try? queue.inDatabase({ database in
        try Row.fetchOne(database, sql: "SELECT next_run, next_sequence FROM meta")
      }),
      let run = Int64.fromDatabaseValue(row[0]), plausible.contains(run),
      let sequence = Int64.fromDatabaseValue(row[1]), plausible.contains(sequence)
    else { return nil }
    return Counters(nextRun: run, nextSequence: sequence)
  }

  /// Lets the new database in `queue` go on counting from `counters`.
  func restore(_ counters: Counters?, in queue: DatabaseQueue) throws(StoreError) {
    guard let counters else { return }
    do {
      try queue.inDatabase { database in
        try database.execute(
          sql: "UPDATE meta SET next_run = ?, next_sequence = ?",
          arguments: [counters.nextRun, counters.nextSequence])
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
