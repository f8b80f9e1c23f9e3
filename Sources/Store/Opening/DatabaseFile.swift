import GRDB
import GRDBSQLite
import Glibc

/// The database file with what SQLite keeps beside it.
struct DatabaseFile {
  let path: String

  /// Opens the database and brings it to the present schema; where there is none, begins one.
  ///
  /// - Parameter version: The schema where it is not to be the present one.
  func open(upTo version: String = Schema.version) throws(StoreError) -> DatabaseQueue {
    // To SQLite it is a new one, whose log it deletes, with all that is in it.
    if isEmptied { throw .damaged(path: path, reason: "it has no bytes") }
    if isCutOff { throw .damaged(path: path, reason: "its end is missing") }
    if let log = Bytes(path: path + "-wal").flatMap({ RawLog($0) }), log.isDamaged {
      throw .damaged(path: path, reason: "its write-ahead log is damaged before its end")
    }
    try create()
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase(check)
      try queue.inDatabase(configure)
      try Schema.migrator.migrate(queue, upTo: version)
      return queue
    } catch {
      throw Self.isOfNoSense(error)
        ? .damaged(path: path, reason: "\(error)") : StoreError(error, path: path)
    }
  }

  /// Whether `error` says that what is in the database is not what is always there: a table is missing or
  /// has other columns, or a value is of another type.
  private static func isOfNoSense(_ error: any Error) -> Bool {
    if let error = error as? DatabaseError { return error.resultCode == .SQLITE_ERROR }
    return !(error is StoreError)
  }

  /// Renames the database and what SQLite keeps beside it, to the first free name. Returns that.
  func setAside() throws(StoreError) -> String {
    var number = 1
    while exists("\(path).unreadable-\(number)") { number += 1 }
    let kept = "\(path).unreadable-\(number)"
    // The database last: a crash in between finds it still unreadable, and goes on.
    for suffix in ["-wal", "-shm", ""] where access(path + suffix, F_OK) == 0 {
      guard rename(path + suffix, kept + suffix) == 0 else {
        throw StoreError(errno: errno, path: path + suffix)
      }
    }
    try syncDirectory()
    return kept
  }

  /// Whether there is a file without bytes: a daemon that begins one leaves none so, unless it is cut off
  /// in that moment.
  var isEmptied: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size == 0
  }

  /// Whether the file ends before the last of the pages that it counts. SQLite takes what is missing of a page for
  /// zeros. Beside a write-ahead log, which may hold the rest, the file alone says nothing.
  private var isCutOff: Bool {
    if let log = Bytes(path: path + "-wal"), log.count > 0 { return false }
    guard let file = Bytes(path: path),
      let header = file.bytes(at: 0, count: RawHeader.size).flatMap({ RawHeader($0) }),
      let size = header.pageSize, let count = header.pageCount
    else { return false }
    return file.count < count * size
  }

  private func exists(_ name: String) -> Bool {
    ["", "-wal", "-shm"].contains { access(name + $0, F_OK) == 0 }
  }

  /// Makes an empty file where there is none, so that only its owner can read it: environments hold
  /// secrets. SQLite gives its side files the same mode.
  private func create() throws(StoreError) {
    let fd = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw StoreError(errno: errno, path: path) }
    Glibc.close(fd)
    try syncDirectory()
  }

  func syncDirectory() throws(StoreError) {
    let directory = path.parentDirectory
    let fd = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else { throw StoreError(errno: errno, path: directory) }
    defer { Glibc.close(fd) }
    guard fsync(fd) == 0 else { throw StoreError(errno: errno, path: directory) }
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "rubato.store"
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    return configuration
  }

  /// Refuses what is not ours, before anything is written.
  private func check(_ database: Database) throws {
    if sqlite3_db_readonly(database.sqliteConnection, "main") == 1 {
      throw StoreError.notWritable(path: path, reason: "the file is read-only")
    }
    // The whole check, with indices: 5 ms for each thousand requests, and what it does not find
    // would fail commits until somebody moves the file away. First of all, or damage might be taken for
    // the work of others.
    let verdict = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
    if verdict != "ok" {
      throw StoreError.damaged(path: path, reason: verdict)
    }
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id")
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    if tables > 0 && id != Schema.applicationID {
      throw StoreError.foreign(path: path)
    }
    let applied = try Schema.migrator.appliedIdentifiers(database)
    let known = Schema.migrator.migrations
    if let newest = applied.subtracting(known).max(by: { (Int($0) ?? 0) < (Int($1) ?? 0) }) {
      throw StoreError.newer(path: path, schema: newest, known: Schema.version)
    }
  }

  /// The write-ahead log, with the durability that "accepted" promises.
  private func configure(_ database: Database) throws {
    let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw StoreError.failed(
        path: path, code: SQLITE_ERROR, reason: "its file system cannot hold a write-ahead log")
    }
    // By hand and afterwards: GRDB's own WAL mode sets NORMAL, which loses the last commits when
    // the power fails.
    try database.execute(sql: "PRAGMA synchronous = FULL")
    // What is deleted is overwritten, or it might be taken for a row when a damaged file is read page by
    // page. Debian's SQLite does so anyway.
    _ = try Int.fetchOne(database, sql: "PRAGMA secure_delete = ON")
    // The log is written back each 1000 pages (4 MB), and cut to that after a larger commit.
    try database.execute(sql: "PRAGMA wal_autocheckpoint = 1000")
    _ = try Int.fetchOne(database, sql: "PRAGMA journal_size_limit = 4194304")
  }
}

extension String {
  /// The directory that a path names a file in.
  var parentDirectory: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
