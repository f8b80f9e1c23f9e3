/// The reason why the store failed. Every description contains the remedy.
package enum StoreError: Error, Hashable, Sendable {
  /// The state directory does not exist.
  case missingDirectory(String)
  /// The state directory, or a file in it, cannot be written.
  case notWritable(path: String, reason: String)
  /// Another process holds the state directory.
  case inUse(directory: String, pid: Int32?)
  /// A newer Rubato wrote the database.
  case newer(path: String, schema: Int64, known: Int64)
  /// The database is from before the first release.
  case unreleased(path: String)
  /// The file is an SQLite database, but of another program.
  case foreign(path: String)
  /// No space is left. Nothing was changed.
  case full(path: String)
  /// Another program kept the database locked. Nothing was changed.
  case busy(path: String)
  /// The file is damaged; the next start sets it aside.
  case damaged(path: String, reason: String)
  /// A row contains a value that this program never writes.
  case unreadableRow(path: String, table: String, column: String, value: String)
  /// The store was closed.
  case closed
  /// Any other error of SQLite or the system; `code` is SQLite's extended result code.
  case failed(path: String, code: Int32, reason: String)
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingDirectory, .notWritable, .inUse, .newer, .unreleased, .foreign: startDescription
    case .full(let path):
      "no space left to write \(path); free some and try again. Nothing was changed"
    case .busy(let path):
      "another program keeps \(path) locked; end it (an open sqlite3 shell?) and try again. "
        + "Nothing was changed"
    case .damaged(let path, let reason):
      "\(path) is damaged (\(reason)); check the disk, then restart rubatod, which sets the file "
        + "aside and starts with a new one"
    case .unreadableRow(let path, let table, let column, let value):
      "\(path) has '\(value)' for \(column) in a row of \(table), which Rubato never writes; "
        + "correct or delete the row with sqlite3, or move the file away"
    case .closed: "the store is closed; open it again first"
    case .failed(let path, let code, let reason):
      "\(path) could not be used: \(reason) (SQLite code \(code)); check the disk and the system's "
        + "journal, then try again"
    }
  }

  /// The description of an error that prevents the opening of a store.
  private var startDescription: String {
    switch self {
    case .missingDirectory(let path):
      "the state directory \(path) does not exist; create it, or name another with "
        + "--state-directory"
    case .notWritable(let path, let reason):
      "\(path) cannot be written: \(reason); make it writable for the user that rubatod runs as, "
        + "or name another directory with --state-directory"
    case .inUse(let directory, let pid):
      "the state directory \(directory) is in use by \(pid.map { "process \($0)" } ?? "another process")"
        + "; stop that rubatod first, or name another directory with --state-directory"
    case .newer(let path, let schema, let known):
      "\(path) was written by a newer Rubato (schema \(schema); this one knows \(known)); upgrade "
        + "rubatod, or name another directory with --state-directory. Nothing was changed"
    case .unreleased(let path):
      "\(path) was written by a Rubato from before the first release, and this one does not read it: "
        + "move it away with `mv \(path) \(path).old`, start rubatod, and submit its work again "
        + "(task files are declared automatically). Nothing was changed"
    case .foreign(let path):
      "\(path) is a database of another program; name another directory with --state-directory. "
        + "Nothing was changed"
    default: ""
    }
  }
}
