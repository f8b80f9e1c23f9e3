@testable import Store

extension SQLiteStore {
  /// The integers that `sql` answers with, on the connection that commits.
  @discardableResult
  func integers(_ sql: String) throws -> [Int64] {
    try access { (database, _) throws(StoreError) in
      try PreparedStatement(database, path: path, sql: sql)
        .rows { (row) throws(StoreError) in try row.integer() }
    }
  }
}
