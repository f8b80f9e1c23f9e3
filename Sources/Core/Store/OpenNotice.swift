/// An event at the opening of a store that its owner must be notified of.
package enum OpenNotice: Hashable, Sendable, CustomStringConvertible {
  /// The database could not be read. It was renamed, not deleted, and an empty one was created.
  case setAside(path: String, to: String, reason: String)
  /// The database is damaged. It was renamed, not deleted, and its readable content was copied into a new one.
  case recovered(path: String, from: String, reason: String, RecoveryReport)
  /// There was no database, but the log of one. The log was renamed, not deleted, and an empty database was created.
  case logSetAside(path: String, to: String)
  /// A row contains values that Rubato never writes. It was moved to the table `set_aside`, and all other rows are
  /// kept.
  case rowSetAside(path: String, table: String, row: Int64, reason: String)
  /// The row of `meta` contains values that Rubato never writes; its content is kept in `set_aside`.
  case metaMended(path: String, reason: String)
  /// The row could not be moved: it stays in place, and is not used.
  case rowLeftOut(path: String, table: String, row: Int64, reason: String, failure: String)

  package var description: String {
    switch self {
    case .setAside(let path, let kept, let reason):
      """
      \(path) could not be read (\(reason)). It is kept as \(kept), and an empty database was \
      created: requests accepted earlier are lost. Submit them again, or stop rubatod \
      and put a readable copy in its place
      """
    case .recovered(let path, let kept, let reason, let report):
      """
      \(path) is damaged (\(reason)): \(report). The damaged file is kept as \(kept); check the disk, \
      compare with `rubatoctl list`, and submit the missing requests again
      """
    case .logSetAside(let path, let kept):
      """
      \(path) was missing, but not its log \(path)-wal. The log is kept as \(kept), and an empty \
      database was created. To use the missing database, stop rubatod, remove \(path), and put the \
      database and the log back under their names
      """
    case .rowSetAside(let path, let table, let row, let reason):
      """
      \(path) had a row \(row) of \(table) that Rubato never writes: \(reason). The row is kept in the \
      table set_aside, as the statement that inserts it again, and everything else continues; \
      stop rubatod, correct the statement and execute it with sqlite3, or submit the work again
      """
    case .metaMended(let path, let reason):
      """
      \(path) had a row of meta that Rubato never writes: \(reason). It starts without that \
      value, and everything else continues; the content of the row is kept in the table set_aside
      """
    case .rowLeftOut(let path, let table, let row, let reason, let failure):
      """
      \(path) has a row \(row) of \(table) that Rubato never writes: \(reason). It is not used, and \
      could not be moved to the table set_aside (\(failure)); everything else continues
      """
    }
  }
}
