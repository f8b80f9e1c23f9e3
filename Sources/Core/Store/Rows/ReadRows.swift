import Scheduling

/// Rows that could be read, with their numbers, and rows that could not.
struct ReadRows<Row: TableRow> {
  let table: StoredTable
  private(set) var rows: [Row] = []
  private(set) var numbers: [Int64] = []
  private(set) var unfit: [UnfitRow] = []

  init(of table: StoredTable) {
    self.table = table
  }

  /// Reserves space for `count` rows in one step, since rows are large.
  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(count)
    numbers.reserveCapacity(count)
  }

  /// Reads one result row of `StoredTable.numberedSelect`, and adds it to `rows`. If it cannot be read, adds it to
  /// `unfit` with the reason.
  mutating func read(_ row: inout RowReader) {
    let number = row.number(behind: table)
    do throws(StoreError) {
      let value = try Row(from: &row)
      rows.append(value)
      numbers.append(number)
    } catch {
      unfit.append(UnfitRow(table: table, number: number, reason: error.rowReason))
    }
  }

  /// Returns the readable row at `index` as one that does not fit.
  func unfit(at index: Int, _ misfit: Misfit) -> UnfitRow {
    UnfitRow(table: table, number: numbers[index], reason: "\(misfit)")
  }

  /// The rows that do not fit, each judged separately.
  var allUnfit: [UnfitRow] {
    unfit
      + rows.indices.compactMap { index in
        rows[index].rowMisfit.map { unfit(at: index, $0) }
      }
  }
}

/// A row with values that are never written.
struct UnfitRow {
  var table: StoredTable
  /// The rowid of the row.
  var number: Int64
  var reason: String
}

extension StoreError {
  /// The problem of a row that cannot be read.
  fileprivate var rowReason: String {
    guard case .unreadableRow(_, _, let column, let value) = self else { return "\(self)" }
    return "\(column) is '\(value)'"
  }
}
