import Scheduling

extension PastRecord: TableRow {
  static let table = StoredTable(
    name: "past",
    columns: ["entry", "at_ns", "ends_ns", "owner", "app", "name", "kind", "content"], keys: [])

  /// Binds the columns in the order of `table`. SQLite gives an entry without a number the next one.
  func bind(to binder: inout Binder) {
    binder.bind(number)
    binder.bind(entry.at)
    switch entry {
    case .device(let value, at: _):  // `entry.at` is already bound.
      bind(name: value.key.text, content: value.text, to: &binder)
    case .wait(let wait):
      bind(
        owner: wait.key.owner, app: wait.key.app, name: wait.key.id, kind: wait.kind.rawValue,
        content: wait.reasons.map { $0.map(\.rawValue).joined(separator: ",") }, to: &binder)
    case .gap(let gap):
      // Only a gap, an interval without entries, has an end: `init(from:)` recognizes it by that.
      bind(ends: gap.ends, owner: gap.owner, name: gap.cause.rawValue, to: &binder)
    }
  }

  /// Binds the columns after `at_ns`. `name` is a field of the device, the id of a request, or the cause of a gap.
  private func bind(
    ends: WallTime? = nil, owner: UInt32? = nil, app: String? = nil, name: String,
    kind: String? = nil, content: String? = nil, to binder: inout Binder
  ) {
    binder.bind(ends)
    binder.bind(owner.map { Int64($0) })
    binder.bind(app)
    binder.bind(name)
    binder.bind(kind)
    binder.bind(content)
  }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    number = try row.integer()
    let at: WallTime = try row.moment()
    let ends: WallTime? = try row.optionalMoment()
    let owner = try row.optionalInteger(as: UInt32.self)
    let app = try row.optionalText()
    if let ends {
      let cause: PastGap.Cause = try row.word()
      entry = .gap(PastGap(at, ends, cause, owner: owner))
    } else if let owner {
      let key = RequestKey(owner: owner, app: app, id: try row.text())
      let kind: Kind = try row.word()
      // Reasons that only a newer version knows are left out.
      let reasons = try row.optionalText()?.split(separator: ",")
        .compactMap { Reason(rawValue: String($0)) }
      entry = .wait(PastWait(at: at, key: key, kind: kind, reasons: reasons))
    } else {
      let field = try row.text()
      // The column `kind`, which is empty, precedes the value.
      _ = try row.optionalText()
      entry = .device(try row.deviceValue(of: field), at: at)
    }
  }

  /// The first impossible time in the entry; `nil` if there is none.
  var rowMisfit: Misfit? {
    if case .gap(let gap) = entry, let misfit = Misfit(of: gap.ends, field: "ends_ns") {
      return misfit
    }
    return Misfit(of: entry.at, field: "at_ns")
  }
}
