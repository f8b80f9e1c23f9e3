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
    case .device(let value, _):
      bind(nil, nil, value.key.text, nil, value.text, to: &binder)
    case .wait(let wait):
      binder.bind(nil as Int64?)
      binder.bind(Int64(wait.key.owner))
      binder.bind(wait.key.app)
      binder.bind(wait.key.id)
      binder.bind(wait.kind.rawValue)
      binder.bind(wait.reasons.map { $0.map(\.rawValue).joined(separator: ",") })
    case .gap(let gap):
      bind(gap.ends, gap.owner, gap.cause.rawValue, nil, nil, to: &binder)
    }
  }

  /// Binds the columns behind the time of an entry that is not about a request.
  private func bind(
    _ ends: WallTime?, _ owner: UInt32?, _ name: String, _ kind: String?, _ content: String?,
    to binder: inout Binder
  ) {
    binder.bind(ends)
    binder.bind(owner.map { Int64($0) })
    binder.bind(nil as String?)
    binder.bind(name)
    binder.bind(kind)
    binder.bind(content)
  }

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
      let name = try row.text()
      _ = try row.optionalText()
      entry = .device(try row.deviceValue(of: name), at: at)
    }
  }

  var rowMisfit: Misfit? {
    if case .gap(let gap) = entry, let misfit = Misfit(of: gap.ends, field: "ends_ns") {
      return misfit
    }
    return Misfit(of: entry.at, field: "at_ns")
  }
}
