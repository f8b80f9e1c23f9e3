import Scheduling

extension Learned: TableRow {
  static let table = StoredTable(name: "learned", columns: ["name", "bytes"], keys: ["(name)"])

  /// Binds the name of the learned knowledge, and its bytes.
  func bind(to binder: inout Binder) {
    binder.bind(name)
    binder.bind(bytes)
  }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    self.init(name: try row.text(), bytes: try row.bytes())
  }
}
