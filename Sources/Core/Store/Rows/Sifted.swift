import Scheduling

/// Rows that could be read, with their numbers, and others of which no sense can be made.
struct Sifted<Row: TableRow> {
  let table: StoredTable
  private(set) var rows: [Row] = []
  private(set) var numbers: [Int64] = []
  private(set) var unfit: [UnfitRow] = []

  init(of table: StoredTable) {
    self.table = table
  }

  /// Makes room for so many rows at once: they are large.
  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(count)
    numbers.reserveCapacity(count)
  }

  /// Takes one row, of `StoredTable.numberedSelect`.
  mutating func take(_ row: inout RowReader) {
    let number = row.number(behind: table)
    do throws(StoreError) {
      let value = try Row(from: &row)
      rows.append(value)
      numbers.append(number)
    } catch {
      unfit.append(UnfitRow(table: table, number: number, reason: error.rowReason))
    }
  }

  /// The row at `index` of those that could be read, which does not fit all the same.
  func unfit(at index: Int, _ misfit: Misfit) -> UnfitRow {
    UnfitRow(table: table, number: numbers[index], reason: "\(misfit)")
  }

  /// All that do not fit, by themselves.
  var allUnfit: [UnfitRow] {
    unfit
      + rows.indices.compactMap { index in
        rows[index].rowMisfit.map { unfit(at: index, $0) }
      }
  }
}

/// A row that holds what is never written.
struct UnfitRow {
  var table: StoredTable
  /// Its rowid.
  var number: Int64
  var reason: String
}

extension StoreError {
  /// What is wrong with a row that cannot be read.
  fileprivate var rowReason: String {
    guard case .unreadableRow(_, _, let column, let value) = self else { return "\(self)" }
    return "\(column) is '\(value)'"
  }
}
