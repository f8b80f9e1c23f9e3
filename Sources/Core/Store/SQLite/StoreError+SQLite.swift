import CSQLite
import Glibc

extension StoreError {
  /// Creates the error for `code`, an extended result code that `connection` just returned.
  init(code: Int32, connection: OpaquePointer?, path: String) {
    let reason = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    let systemError = connection.map { sqlite3_system_errno($0) } ?? 0
    self.init(code: code, systemError: systemError, reason: reason ?? "unknown", path: path)
  }

  /// Whether the content of the database is invalid: a table is missing or has other columns, or a value has another
  /// type.
  var isOfInvalidContent: Bool {
    switch self {
    case .failed(_, SQLITE_ERROR, _), .unreadableRow: true
    default: false
    }
  }

  /// Creates the error for an extended result code, whose low byte is the general code.
  ///
  /// - Parameter systemError: The `errno` of the system call that failed; 0 if it is unknown.
  private init(code: Int32, systemError: Int32, reason: String, path: String) {
    let sharedMemoryCannotGrow = SQLITE_IOERR | 19 << 8
    switch code & 0xff {
    case SQLITE_FULL: self = .full(path: path)
    case SQLITE_IOERR where systemError == ENOSPC || systemError == EDQUOT:
      self = .full(path: path)
    // Its index in shared memory could not grow, which SQLite does not report in more detail (SQLITE_IOERR_SHMSIZE,
    // sqlite.org/rescode.html).
    case SQLITE_IOERR where code == sharedMemoryCannotGrow || Self.isFull(path):
      self = .full(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path: path, reason: reason)
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
      self = .notWritable(path: path, reason: reason)
    default: self = .failed(path: path, code: code, reason: reason)
    }
  }

  /// Whether the file system of `path` has no room for another page: not all errors of SQLite contain the system's
  /// error.
  private static func isFull(_ path: String) -> Bool {
    // SQLite enlarges its index in shared memory by 32 KiB.
    let neededBytes: UInt = 32_768
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return false }
    // File systems without a limit report numbers whose product exceeds 64 bits.
    let (freeBytes, overflows) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return !overflows && freeBytes < neededBytes
  }

  /// Creates the error for `errno` after `path` could not be opened or created.
  init(errno code: Int32, path: String) {
    switch code {
    case ENOSPC, EDQUOT: self = .full(path: path)
    default: self = .notWritable(path: path, reason: String(cString: strerror(code)))
    }
  }
}
