import Glibc

// A damaged database is replaced by one with all that can be read of it. The new one is whole, and on
// the disk, before the old one is renamed: whatever is cut off in between, the next start goes on.
extension DatabaseFile {
  private var unfinished: DatabaseFile { DatabaseFile(path: path + ".recovering") }
  private var recovered: DatabaseFile { DatabaseFile(path: path + ".recovered") }

  /// Puts a recovered database in the place of the damaged one, where only that was left to do.
  func finishRecovery() throws(StoreError) {
    guard access(path, F_OK) != 0, access(recovered.path, F_OK) == 0 else { return }
    try recovered.take(the: path)
  }

  /// Makes a new database of what can be read, and sets the old one aside.
  ///
  /// - Returns: What was read, and the name under which the old one is kept.
  func recover() throws(StoreError) -> (RecoveryReport, kept: String) {
    for leftOver in [unfinished, recovered] { leftOver.delete() }
    let report = try copyReadable()
    try unfinished.take(the: recovered.path)
    let kept = try setAside()
    try recovered.take(the: path)
    return (report, kept)
  }

  private func copyReadable() throws(StoreError) -> RecoveryReport {
    let damaged = RawDatabase(path: path)
    let database = try unfinished.open()
    defer { database.close() }
    var report = RecoveryReport()
    if let damaged {
      try database.transaction { () throws(StoreError) in
        var recovery = try Recovery(of: damaged, into: database)
        report = try recovery.run()
      }
    }
    // All of it into the file itself, which alone is renamed.
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return report
  }

  /// Renames it to `name`, durably.
  private func take(the name: String) throws(StoreError) {
    guard rename(path, name) == 0 else { throw StoreError(errno: errno, path: path) }
    try syncDirectory()
  }

  private func delete() {
    for suffix in ["-wal", "-shm", ""] { unlink(path + suffix) }
  }
}
