import CSQLite
import Scheduling

/// Copies the readable content of a damaged database into a new one, page by page.
///
/// SQLite can also do that (`.recover` of its shell), but only if it was built with a table of pages
/// (SQLITE_ENABLE_DBPAGE_VTAB), which Debian's is not.
struct Recovery {
  private let tables: RawTables
  private let shapes: [TableShape]
  /// Internal tables of SQLite, and the table of the schema's version.
  private let tablesWithoutData: [TableShape]
  private let database: Database
  private var statements: [String: PreparedStatement] = [:]
  private var report = RecoveryReport()

  /// - Parameter database: The new one, with all tables and no rows.
  init(of damaged: RawDatabase, into database: Database) throws(StoreError) {
    let all = try TableShape.all(of: database)
    let dataTables = all.filter { !Self.holdsNoData($0.name) }
    // `insertRow` tries the tables in this order. Executed requests look the same as requests. Of two requests of one
    // key, the younger one is then stored in `requests`, and the older one in `executed_requests`.
    shapes =
      dataTables.filter { $0.name == "requests" } + dataTables.filter { $0.name != "requests" }
    tablesWithoutData = all.filter { Self.holdsNoData($0.name) }
    // Tables without data are read too, since their damaged trees may lead to pages with data.
    tables = RawTables(damaged, shapes + tablesWithoutData)
    self.database = database
  }

  /// Returns whether a table holds no data of the daemon: an internal table of SQLite, or the table of the schema's
  /// version. The new database has its own rows in these tables.
  private static func holdsNoData(_ table: String) -> Bool {
    let isOfSQLite = table.hasPrefix("sqlite_")
    return isOfSQLite || table == Schema.versionTable
  }

  /// Copies all readable rows into the new database and returns the report. Pages of known tables come first, then
  /// pages in no tree, then pages of tables without data.
  mutating func run() throws(StoreError) -> RecoveryReport {
    for shape in shapes {
      for number in tables.leaves[shape.name] ?? [] {
        try insertRows(ofPage: number, preferring: [shape.name])
      }
    }
    // A page that is in no tree has most likely been lost from a damaged one.
    for number in tables.orphans {
      try insertRows(ofPage: number, preferring: tables.damaged)
    }
    // The damaged trees of these tables may lead to pages with data. Their own rows fit nowhere, which is no loss.
    for number in tablesWithoutData.flatMap({ tables.leaves[$0.name] ?? [] }) {
      try insertRows(ofPage: number, preferring: [], countsUnreadable: false)
    }
    // A request may also have been read as an executed one: their rows look the same. The terms have the sequence of a
    // request. If they are damaged, only the number of the row is left, which can be that of an executed request.
    try database.execute(
      """
      DELETE FROM executed_requests
      WHERE sequence IN (SELECT \(Self.storedSequence) FROM requests WHERE json_valid(terms))
      """)
    // The row of `meta` has the counters.
    if !report.isEmpty, report.rows["meta"] == nil { try restoreCounters() }
    report.lostPages = tables.lostPages
    report.lostRequests = try LostRequests(tables, database).names()
    return report
  }

  /// Inserts each row of page `number` into the first table that accepts it: a damaged tree may lead to another table's
  /// pages. The tables in `names` are tried first.
  ///
  /// - Parameter countsUnreadable: Whether rows that no table accepts are counted as unreadable.
  private mutating func insertRows(
    ofPage number: Int, preferring names: Set<String>, countsUnreadable: Bool = true
  ) throws(StoreError) {
    guard let page = RawPage(number, of: tables.database) else { return }
    let shapes =
      shapes.filter { names.contains($0.name) } + shapes.filter { !names.contains($0.name) }
    for cell in page.cells {
      var isStored = false
      // `nil` if the row cannot be read.
      if let values = cell.values {
        isStored = try insertRow(values, cell.rowID, intoOneOf: shapes)
      }
      if !isStored && countsUnreadable { report.unreadable += 1 }
    }
  }

  /// Inserts a row into the first of `shapes` that accepts it, and counts it in the report. Returns `true` also if the
  /// table already contains the row, and `false` if no table accepts it.
  private mutating func insertRow(
    _ values: [RawValue], _ rowID: Int64, intoOneOf shapes: [TableShape]
  ) throws(StoreError) -> Bool {
    for shape in shapes where shape.fits(values) {
      // A stored row has no value in the column that is its number.
      let row = zip(shape.columns, values).map { $0.isRowID ? .integer(rowID) : $1 }
      let statement = try statement(shape, values.count)
      var code = try Self.execute(statement, with: row)
      // The new table has another request of this key. Both are stored while a run executes the replaced one. The
      // younger one belongs to this table, and the older one to the executed requests.
      if code != SQLITE_OK, shape.name == "requests", let age = try age(of: row), age != .same {
        // One of the next shapes is that of the executed requests.
        if age == .older { continue }
        try moveOlder(than: row)
        code = try Self.execute(statement, with: row)
      }
      switch code {
      case SQLITE_OK:
        report.rows[shape.name, default: 0] += 1
        return true
      // The table has the row already: it is on two pages. A table without row numbers shows that by its other keys.
      case brokenPrimaryKey, brokenRowID: return true
      case brokenUnique where !shape.columns.contains(where: \.isRowID): return true
      default: break
      }
    }
    return false
  }

  /// The sequence of the request in a row of `requests`.
  private static let storedSequence = Request.storedSequence(("sequence", "terms"))
  private static let ofSameKey = "FROM requests WHERE owner = ?1 AND app IS ?2 AND id = ?3"

  /// The age of a request, compared with another one of its key.
  private enum ComparedAge: Int64 {
    case older = -1
    case same = 0
    case younger = 1
  }

  /// Compares the request in `row` with the one of its key in the new table `requests`, by their sequences; `nil` if
  /// the table has none of its key. A request with damaged terms counts as older than one with sound terms: the sound
  /// one remains in `requests`.
  private func age(of row: [RawValue]) throws(StoreError) -> ComparedAge? {
    let sequenceInRow = Request.storedSequence(("?4", "?5"))
    // The columns of `row` are the sequence, the owner, the app, the id and the terms.
    let order = try database.integer(
      """
      SELECT CASE WHEN terms = ?5 THEN 0
        WHEN json_valid(?5)
          AND (NOT json_valid(terms) OR \(sequenceInRow) > \(Self.storedSequence)) THEN 1
        ELSE -1 END \(Self.ofSameKey)
      """
    ) { binder in
      for value in row[1...3] + [row[0], row[4]] { binder.bind(value) }
    }
    return order.flatMap { ComparedAge(rawValue: $0) }
  }

  /// Moves the request with the key of `row` to the executed requests: `row` has the request that replaced it.
  private func moveOlder(than row: [RawValue]) throws(StoreError) {
    for sql in [
      "INSERT OR IGNORE INTO executed_requests"
        + " SELECT \(Self.storedSequence), owner, app, id, terms, progress \(Self.ofSameKey)",
      "DELETE \(Self.ofSameKey)",
    ] {
      try PreparedStatement(database, sql: sql).execute { binder in
        for value in row[1...3] { binder.bind(value) }
      }
    }
  }

  /// Executes a statement that inserts `row`. Returns SQLITE_OK, or SQLite's code of the constraint that the row
  /// violates; other errors are thrown.
  private static func execute(
    _ statement: PreparedStatement, with row: [RawValue]
  ) throws(StoreError) -> Int32 {
    do throws(StoreError) {
      try statement.execute { binder in
        for value in row { binder.bind(value) }
      }
      return SQLITE_OK
    } catch {
      // The low byte of an extended code is the general one.
      if case .failed(_, let code, _) = error, code & 0xff == SQLITE_CONSTRAINT { return code }
      throw error
    }
  }

  /// Returns the statement that inserts the first `count` columns of a table, prepared once for each `count`: rows from
  /// before a column was added have fewer values.
  private mutating func statement(
    _ shape: TableShape, _ count: Int
  ) throws(StoreError) -> PreparedStatement {
    let key = "\(shape.name) \(count)"
    if let known = statements[key] { return known }
    let names = shape.columns.prefix(count).map { "\"\($0.name)\"" }.joined(separator: ", ")
    var places = (1...count).map { "?\($0)" }
    // Executed requests are found by their sequence. This row may be from `requests`, which has another number.
    if shape.name == Request.executed.name { places[0] = Request.storedSequence(("?1", "?5")) }
    // A new database has a row of `meta`.
    let verb = shape.name == "meta" ? "INSERT OR REPLACE" : "INSERT"
    let sql = "\(verb) INTO \(shape.name) (\(names)) VALUES (\(places.joined(separator: ", ")))"
    let statement = try PreparedStatement(database, sql: sql)
    statements[key] = statement
    return statement
  }

  /// Sets the next numbers of runs and requests above all used ones, with a margin of 1000. Called if the row of `meta`
  /// with both counters is lost. Numbers are never used again, even if the last is unknown: output is stored under the
  /// number of its run.
  private func restoreCounters() throws(StoreError) {
    let (least, most) = (Allowed.serial.lowerBound, Allowed.serial.upperBound)
    try database.execute(
      """
      UPDATE meta SET
        next_run = 1000 + (SELECT coalesce(max(run), 0) FROM runs),
        next_sequence = 1000 + max(
          (SELECT coalesce(max(sequence), 0) FROM runs),
          (SELECT coalesce(max(\(Self.storedSequence)), 0) FROM requests
            WHERE \(Self.storedSequence) BETWEEN \(least) AND \(most)))
      """)
  }
}

// Extended result codes, which are macros that Swift does not import (sqlite.org/rescode.html).
private let brokenPrimaryKey = SQLITE_CONSTRAINT | 6 << 8
private let brokenUnique = SQLITE_CONSTRAINT | 8 << 8
private let brokenRowID = SQLITE_CONSTRAINT | 10 << 8

extension Binder {
  /// Binds a recovered value with its own type.
  fileprivate mutating func bind(_ value: RawValue) {
    switch value {
    case .null: bind(nil as Int64?)
    case .integer(let number): bind(number)
    case .real(let number): bind(number)
    case .text(let text): bind(text)
    case .blob(let bytes): bind(bytes)
    }
  }
}
