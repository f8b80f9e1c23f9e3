import CSQLite
import Glibc

/// The database file with SQLite's side files.
struct DatabaseFile {
  let path: String

  /// Opens the database, or creates one with all tables if none exists. Throws `damaged` if the file is empty, cut off
  /// or has invalid content, and other errors if it is of another program or schema version.
  func open() throws(StoreError) -> Database {
    // SQLite would treat an empty file as a new database, and delete its log with all contents.
    if isEmptied { throw .damaged(path: path, reason: "it is empty") }
    if isCutOff { throw .damaged(path: path, reason: "its end is missing") }
    if let log = Bytes(path: path + "-wal").flatMap({ RawLog($0) }), log.isDamaged {
      throw .damaged(path: path, reason: "its write-ahead log is damaged before its end")
    }
    // Before SQLite, which would create a file that other users can read.
    try create()
    let database = try Database(path: path)
    do throws(StoreError) {
      try check(database)
      try configure(database)
      if try Schema.state(of: database) == .empty { try Schema.make(in: database) }
      // A database of an older daemon lacks these tables.
      try Schema.createAddedTablesIfMissing(in: database)
      return database
    } catch {
      database.close()
      // The caller replaces a database that is `damaged` by its readable content.
      throw error.isOfInvalidContent ? .damaged(path: path, reason: "\(error)") : error
    }
  }

  /// Renames the database and its side files to the first free name of the form `PATH.unreadable-NUMBER`, and returns
  /// the new name of the database.
  func setAside() throws(StoreError) -> String {
    let kept = keptName(firstFreeNumber)
    // The database first: without its log, it may be readable, and lack the commits in the log. After a crash in
    // between, the next start renames the log (`completeRecovery`).
    for suffix in [""] + Self.sideSuffixes { try renameIfPresent(suffix, to: kept) }
    try syncDirectory()
    return kept
  }

  /// Renames the side files of a database that was set aside before a crash to the names that belong to that database.
  /// SQLite would take them for those of the next database at this path.
  func setSideFilesAside() throws(StoreError) {
    let number = firstFreeNumber
    for suffix in Self.sideSuffixes {
      // A database that was set aside with such a file belongs to an earlier recovery.
      let isKept = number == 1 || access(keptName(number - 1) + suffix, F_OK) == 0
      try renameIfPresent(suffix, to: keptName(isKept ? number : number - 1))
    }
    // Otherwise, after a power failure, the next database could be at this path, still with these files.
    try syncDirectory()
  }

  /// Renames the side files of a database that was moved or deleted without them, under a number of their own: an
  /// earlier database that was set aside must not get the log of another one. Returns the new name of the log; `nil` if
  /// it did not exist or was empty.
  func setOrphansAside() throws(StoreError) -> String? {
    let kept = keptName(firstFreeNumber)
    let hasChanges = Bytes(path: path + "-wal").map { $0.count > 0 } ?? false
    for suffix in Self.sideSuffixes { try renameIfPresent(suffix, to: kept) }
    try syncDirectory()
    return hasChanges ? kept + "-wal" : nil
  }

  /// The ends of the names of SQLite's side files: its log, and the index of the log in shared memory.
  private static let sideSuffixes = ["-wal", "-shm"]

  /// Returns the name of the database that is set aside under `number`.
  private func keptName(_ number: Int) -> String { "\(path).unreadable-\(number)" }

  /// The first number under which neither a database nor a side file is set aside.
  private var firstFreeNumber: Int {
    var number = 1
    while exists(keptName(number)) { number += 1 }
    return number
  }

  /// Renames the file with this suffix to the name `kept` with the suffix; does nothing if it does not exist.
  private func renameIfPresent(_ suffix: String, to kept: String) throws(StoreError) {
    guard access(path + suffix, F_OK) == 0 else { return }
    guard rename(path + suffix, kept + suffix) == 0 else {
      throw StoreError(errno: errno, path: path + suffix)
    }
  }

  /// Whether the file is empty, and has lost its content: a daemon creates none that is empty (`createIfMissing`).
  var isEmptied: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size == 0
  }

  /// Whether the file ends before the last of its declared pages. SQLite reads missing parts of a page as zeros. If
  /// there is a write-ahead log, which may contain the rest, the file's length is meaningless.
  private var isCutOff: Bool {
    if let log = Bytes(path: path + "-wal"), log.count > 0 { return false }
    guard let file = Bytes(path: path),
      let header = file.bytes(at: 0, count: RawHeader.size).flatMap({ RawHeader($0) }),
      let pageSize = header.pageSize, let pageCount = header.pageCount
    else { return false }
    return file.count < pageCount * pageSize
  }

  /// Returns whether a database or a side file of it has this name.
  private func exists(_ name: String) -> Bool {
    ([""] + Self.sideSuffixes).contains { access(name + $0, F_OK) == 0 }
  }

  /// Creates an empty file that only its owner can read, if none exists: environments contain secrets. SQLite gives its
  /// side files the same mode.
  private func create() throws(StoreError) {
    let fd = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw StoreError(errno: errno, path: path) }
    Glibc.close(fd)
    try syncDirectory()
  }

  /// Writes the entries of the database's directory to disk, so that a created or renamed file survives a power
  /// failure.
  func syncDirectory() throws(StoreError) {
    let directory = path.parentDirectory
    let fd = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else { throw StoreError(errno: errno, path: directory) }
    defer { Glibc.close(fd) }
    guard fsync(fd) == 0 else { throw StoreError(errno: errno, path: directory) }
  }

  /// Throws an error if the database is read-only, damaged, of another program, or of another schema version. Writes
  /// nothing.
  private func check(_ database: Database) throws(StoreError) {
    if sqlite3_db_readonly(database.handle, "main") == 1 {
      throw StoreError.notWritable(path: path, reason: "the file is read-only")
    }
    // The full check, with indices: 5 ms for each thousand requests. Undetected damage would fail commits until the
    // file is moved away. It comes first, since damage could look like another program's database.
    let verdict = try database.texts("PRAGMA integrity_check(1)").first ?? "no answer"
    if verdict != "ok" {
      throw StoreError.damaged(path: path, reason: verdict)
    }
    let id = try database.integer("PRAGMA application_id")
    let state = try Schema.state(of: database)
    if state != .empty && id != Int64(Schema.applicationID) {
      throw StoreError.foreign(path: path)
    }
    switch state {
    case .empty, .version(Schema.version): break
    case .version(let other):
      throw StoreError.newer(path: path, schema: other, known: Schema.version)
    case .unreleased: throw StoreError.unreleased(path: path)
    case .unknown:
      throw StoreError.damaged(path: path, reason: "its version table is missing")
    }
  }

  /// Enables the write-ahead log, with the durability that "accepted" promises.
  private func configure(_ database: Database) throws(StoreError) {
    guard try database.texts("PRAGMA journal_mode = WAL") == ["wal"] else {
      throw StoreError.failed(
        path: path, code: SQLITE_IOERR, reason: "its file system cannot hold a write-ahead log")
    }
    // NORMAL loses the last commits after a power failure (sqlite.org/pragma.html#pragma_synchronous).
    try database.execute("PRAGMA synchronous = FULL")
    // Deleted data is overwritten. Otherwise the recovery of a damaged file, page by page, could read it as a row.
    // Debian's SQLite does so anyway.
    try database.execute("PRAGMA secure_delete = ON")
    // The log is written back after each 1000 pages (4 MB), and cut to that after a larger commit.
    try database.execute("PRAGMA wal_autocheckpoint = 1000")
    try database.execute("PRAGMA journal_size_limit = 4194304")
  }
}

extension String {
  /// The directory of the file that a path names.
  var parentDirectory: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
