import Glibc

// A damaged database is replaced by one with its readable content. The new one is complete, and on the disk, before the
// old one is renamed: after any interruption the next start continues. The first database also gets its name only when
// it is complete: an empty file at its path would be one that has lost its content.
extension DatabaseFile {
  /// The new database until it is complete, and a recovered one when it is complete.
  private var unfinished: DatabaseFile { DatabaseFile(path: path + ".recovering") }
  private var recovered: DatabaseFile { DatabaseFile(path: path + ".recovered") }

  /// Creates a database with empty tables if there is no file at `path`. Before that, sets aside the side files of a
  /// database that is no longer there: SQLite would take them for those of the new one.
  ///
  /// - Returns: The notice of a log with changes that was set aside; `nil` if there was none.
  func createIfMissing() throws(StoreError) -> OpenNotice? {
    var status = stat()
    // A symbolic link stays, also if its target is missing.
    guard lstat(path, &status) != 0, errno == ENOENT else { return nil }
    unfinished.delete()
    let log = try setOrphansAside()
    do throws(StoreError) {
      let database = try unfinished.open()
      defer { database.close() }
      try database.completeMainFile()
    } catch .full {
      throw .full(path: path)
    }
    try unfinished.move(to: path)
    return log.map { .logSetAside(path: path, to: $0) }
  }

  /// Completes a recovery that was interrupted before its last step: renames the recovered database to `path`, if it
  /// exists and there is no file at `path`. Before that, sets aside the side files of the damaged one.
  func completeRecovery() throws(StoreError) {
    guard access(path, F_OK) != 0, access(recovered.path, F_OK) == 0 else { return }
    try setSideFilesAside()
    try recovered.move(to: path)
  }

  /// Creates a new database from the readable content of the damaged one, renames the damaged one, and puts the new one
  /// in its place.
  ///
  /// - Returns: The report of the recovery, and the new name of the damaged database.
  func recover() throws(StoreError) -> (RecoveryReport, kept: String) {
    for leftOver in [unfinished, recovered] { leftOver.delete() }
    let report = try copyReadable()
    // Only a complete copy has this name: after a crash from here on, the next start continues (`completeRecovery`).
    try unfinished.move(to: recovered.path)
    let damagedName = try setAside()
    try recovered.move(to: path)
    return (report, damagedName)
  }

  /// Creates the `unfinished` database and copies the readable rows of the damaged one into it. The report is empty if
  /// the damaged file cannot be read at all.
  private func copyReadable() throws(StoreError) -> RecoveryReport {
    let damaged = RawDatabase(path: path)
    let database = try unfinished.open()
    defer { database.close() }
    var report = RecoveryReport()
    // `nil` if the damaged file cannot be read at all.
    if let damaged {
      try database.transaction { () throws(StoreError) in
        var recovery = try Recovery(of: damaged, into: database)
        report = try recovery.run()
      }
    }
    try database.completeMainFile()
    return report
  }

  /// Renames the main file of the database to `name`, and writes the directory to disk so that the new name survives a
  /// power failure.
  private func move(to name: String) throws(StoreError) {
    guard rename(path, name) == 0 else { throw StoreError(errno: errno, path: path) }
    try syncDirectory()
  }

  /// Deletes the database and its side files, which an interrupted recovery has left.
  private func delete() {
    for suffix in ["-wal", "-shm", ""] { unlink(path + suffix) }
  }
}

extension Database {
  /// Moves everything into the main file, since only that is renamed.
  fileprivate func completeMainFile() throws(StoreError) {
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
