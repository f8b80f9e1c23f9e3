import CSQLite
import Scheduling

/// The persistent store: an SQLite database in the state directory.
package final class SQLiteStore: Store {
  /// The notice of its opening; `nil` if there is none.
  package let openNotice: OpenNotice?
  /// This notice, and the notices of rows that were set aside when it was read.
  package internal(set) var notices: [OpenNotice] {
    // Reports the notices that were added.
    didSet { notices.dropFirst(oldValue.count).forEach(notify) }
  }
  private let notify: (OpenNotice) -> Void

  let path: String
  let limits: HistoryLimits
  private(set) var connection: Connection?
  var ledger = Ledger()
  /// Whether the whole history was checked since it was opened.
  var hasCheckedHistory = false

  /// The parts of an open store, which are released from the first to the last.
  struct Connection {
    var statements: Statements?
    var database: Database
    var lock: StateLock
  }

  /// Opens the database at `path`, by convention `rubato.sqlite` in an existing state directory. A new one is created
  /// if none exists, or if it cannot be read: see `openNotice`.
  ///
  /// - Parameter notify: Receives every notice immediately.
  package init(
    path: String, limits: HistoryLimits = .standard,
    notify: @escaping (OpenNotice) -> Void = { _ in }
  ) throws(StoreError) {
    self.path = path
    self.notify = notify
    self.limits = limits
    let lock = try StateLock(directory: path.parentDirectory)
    let opened: Opened
    (opened, openNotice) = try Self.open(DatabaseFile(path: path))
    notices = [openNotice].compactMap(\.self)
    // Here, in the initializer, `didSet` is not called.
    notices.forEach(notify)
    connection = Connection(statements: opened.statements, database: opened.database, lock: lock)
    ledger = try StoredRows.ledger(of: self).ledger
  }

  /// Releases the statements, the database and then the lock of the state directory. Later calls throw `closed`.
  package func close() {
    connection?.statements = nil
    connection?.database.close()
    connection = nil
  }

  private typealias Opened = (database: Database, statements: Statements)

  /// Opens the database, and replaces a damaged one by a new one with its readable content. The notice reports the
  /// replacement, or the log of a missing database; it is `nil` otherwise.
  private static func open(_ file: DatabaseFile) throws(StoreError) -> (
    opened: Opened, notice: OpenNotice?
  ) {
    do {
      try file.completeRecovery()
      let notice = try file.createIfMissing()
      return (try prepared(file), notice)
    } catch .damaged(let path, let reason) {
      let (report, kept) = try file.recover()
      let notice: OpenNotice =
        report.isEmpty
        ? .setAside(path: path, to: kept, reason: reason)
        : .recovered(path: path, from: kept, reason: reason, report)
      return (try prepared(file), notice)
    }
  }

  /// Opens the database and prepares all statements that write. This detects a missing table or column after damage to
  /// the text that declares it.
  private static func prepared(_ file: DatabaseFile) throws(StoreError) -> Opened {
    let database = try file.open()
    do throws(StoreError) {
      return (database, try Statements(database))
    } catch {
      database.close()
      guard case .failed(let path, SQLITE_ERROR, let reason) = error else { throw error }
      throw .damaged(path: path, reason: reason)
    }
  }
}
