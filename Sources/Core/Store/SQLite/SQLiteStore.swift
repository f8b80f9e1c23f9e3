import CSQLite
import Scheduling

/// The store that lasts: an SQLite database in the state directory.
package final class SQLiteStore: Store {
  /// What happened while it was opened that should be said loudly; nil if nothing did.
  package let openNotice: OpenNotice?
  /// That, and which rows were set aside when it was read.
  package internal(set) var notices: [OpenNotice] {
    didSet { notices.dropFirst(oldValue.count).forEach(notify) }
  }
  private let notify: (OpenNotice) -> Void

  let path: String
  let limits: HistoryLimits
  private(set) var connection: Connection?
  var ledger = Ledger()
  /// Whether all that ended was looked at since it was opened.
  var hasSiftedHistory = false

  /// What an open store holds. Its parts are let go of from the first to the last.
  struct Connection {
    var statements: Statements?
    var database: Database
    var lock: StateLock
  }

  /// Opens the database at `path`, by custom `rubato.sqlite` in a state directory that exists. A new
  /// one is begun where there is none, and where it cannot be read: see `openNotice`.
  ///
  /// - Parameter notify: hears of every notice, as soon as there is one.
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
    notices.forEach(notify)
    connection = Connection(statements: opened.statements, database: opened.database, lock: lock)
    ledger = try StoredRows.ledger(of: self).ledger
  }

  package func close() {
    connection?.statements = nil
    connection?.database.close()
    connection = nil
  }

  private typealias Opened = (database: Database, statements: Statements)

  private static func open(_ file: DatabaseFile) throws(StoreError) -> (Opened, OpenNotice?) {
    do {
      try file.finishRecovery()
      return (try prepared(file), nil)
    } catch .damaged(let path, let reason) {
      let (report, kept) = try file.recover()
      let notice: OpenNotice =
        report.isEmpty
        ? .setAside(path: path, to: kept, reason: reason)
        : .recovered(path: path, from: kept, reason: reason, report)
      return (try prepared(file), notice)
    }
  }

  /// Opens the database and prepares all that is ever written. A table or column that is not there, since
  /// the text that declares it is damaged, shows here.
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
