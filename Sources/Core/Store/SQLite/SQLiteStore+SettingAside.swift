import Scheduling

extension SQLiteStore {
  /// Moves each of `rows` to the table `set_aside`. If that fails, the row stays in place. Adds a notice for each row
  /// in both cases.
  func setAside(_ rows: [UnfitRow]) {
    for row in rows {
      do throws(StoreError) {
        try transaction { (database, _) throws(StoreError) in
          try setAsideCopy(
            ofRow: row.number, of: row.table, because: row.reason, in: database)
          try delete(row, in: database)
        }
        notices.append(
          .rowSetAside(path: path, table: row.table.name, row: row.number, reason: row.reason))
      } catch {
        notices.append(
          .rowLeftOut(
            path: path, table: row.table.name, row: row.number, reason: row.reason,
            failure: "\(error)"))
      }
    }
  }

  /// Copies the invalid row of `meta` to `set_aside`, and overwrites it with the ledger. Adds a notice of the success
  /// or the failure, with `reasons`.
  func mendMeta(_ reasons: [String]) {
    let reason = reasons.joined(separator: "; ")
    do throws(StoreError) {
      try transaction { (database, statements) throws(StoreError) in
        // The number of the only row of `meta` is 1.
        try setAsideCopy(ofRow: 1, of: Ledger.table, because: reason, in: database)
        // The row may be missing, and the next statement only updates it.
        try insertMetaIfMissing(in: database)
        try statements.putLedger.execute(ledger.bind)
      }
      notices.append(.metaMended(path: path, reason: reason))
    } catch {
      notices.append(
        .rowLeftOut(path: path, table: "meta", row: 1, reason: reason, failure: "\(error)"))
    }
  }

  /// Sets aside a copy of the row with the rowid `number`; the row itself stays. Adds to the table `set_aside` the
  /// statement that would insert the row into `table` again, and the reason why it does not fit.
  private func setAsideCopy(
    ofRow number: Int64, of table: StoredTable, because reason: String, in database: Database
  ) throws(StoreError) {
    let sql = """
      INSERT INTO set_aside (from_table, reason, statement) \
      SELECT ?, ?, \(table.insertionAsText) FROM \(table.name) WHERE rowid = ?
      """
    try PreparedStatement(database, sql: sql).execute { binder in
      binder.bind(table.name)
      binder.bind(reason)
      binder.bind(number)
    }
  }

  /// Deletes a row from its table, by its rowid.
  private func delete(_ row: UnfitRow, in database: Database) throws(StoreError) {
    let sql = "DELETE FROM \(row.table.name) WHERE rowid = ?"
    try PreparedStatement(database, sql: sql).execute { $0.bind(row.number) }
  }

  /// Inserts the only row of `meta`, if the damage has removed it.
  private func insertMetaIfMissing(in database: Database) throws(StoreError) {
    let sql = "INSERT OR IGNORE INTO meta (one, next_run, next_sequence) VALUES (1, 1, 1)"
    try PreparedStatement(database, sql: sql).execute()
  }
}
