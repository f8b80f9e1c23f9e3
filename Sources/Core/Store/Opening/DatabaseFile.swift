import CSQLite
import Glibc

/// The database file with what SQLite keeps beside it.
struct DatabaseFile {
  let path: String

  /// Opens the database; where there is none, begins one.
  func open() throws(StoreError) -> Database {
    // To SQLite it is a new one, whose log it deletes, with all that is in it.
    if isEmptied { throw .damaged(path: path, reason: "it has no bytes") }
    if isCutOff { throw .damaged(path: path, reason: "its end is missing") }
    if let log = Bytes(path: path + "-wal").flatMap({ RawLog($0) }), log.isDamaged {
      throw .damaged(path: path, reason: "its write-ahead log is damaged before its end")
    }
    try create()
    let database = try Database(path: path)
    do throws(StoreError) {
      try check(database)
      try configure(database)
      if try Schema.state(of: database) == .empty { try Schema.make(in: database) }
      return database
    } catch {
      database.close()
      throw error.isOfNoSense ? .damaged(path: path, reason: "\(error)") : error
    }
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

  /// Refuses what is not ours, before anything is written.
  private func check(_ database: Database) throws(StoreError) {
    if sqlite3_db_readonly(database.handle, "main") == 1 {
      throw StoreError.notWritable(path: path, reason: "the file is read-only")
    }
    // The whole check, with indices: 5 ms for each thousand requests, and what it does not find
    // would fail commits until somebody moves the file away. First of all, or damage might be taken for
    // the work of others.
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
      throw StoreError.damaged(path: path, reason: "its table of the version is missing")
    }
  }

  /// The write-ahead log, with the durability that "accepted" promises.
  private func configure(_ database: Database) throws(StoreError) {
    guard try database.texts("PRAGMA journal_mode = WAL") == ["wal"] else {
      throw StoreError.failed(
        path: path, code: SQLITE_IOERR, reason: "its file system cannot hold a write-ahead log")
    }
    // NORMAL loses the last commits when the power fails (sqlite.org/pragma.html#pragma_synchronous).
    try database.execute("PRAGMA synchronous = FULL")
    // What is deleted is overwritten, or it might be taken for a row when a damaged file is read page by
    // page. Debian's SQLite does so anyway.
    try database.execute("PRAGMA secure_delete = ON")
    // The log is written back each 1000 pages (4 MB), and cut to that after a larger commit.
    try database.execute("PRAGMA wal_autocheckpoint = 1000")
    try database.execute("PRAGMA journal_size_limit = 4194304")
  }
}

extension String {
  /// The directory that a path names a file in.
  var parentDirectory: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
