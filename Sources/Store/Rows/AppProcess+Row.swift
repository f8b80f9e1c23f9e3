import Scheduling

extension AppProcess: TableRow {
  static let table = Table(
    name: "app_processes",
    columns: [
      "process", "owner", "app", "is_users", "state", "state_awake_ns", "began_ns",
      "began_boot_ns", "began_awake_ns", "pid", "start_ticks", "is_mistrusted",
    ],
    keys: ["(process)"])

  func bind(to binder: inout Binder) {
    binder.bind(id)
    binder.bind(app)
    binder.bind(isUsers)
    binder.bind(state.name.rawValue)
    binder.bind(state.moment)
    binder.bind(began)
    binder.bind(identity.map { Int64($0.pid) })
    binder.bind(identity.map { Int64(bitPattern: $0.startTicks) })
    binder.bind(isMistrusted)
  }

  var rowMisfit: Misfit? { misfit }

  init(from row: inout RowReader) throws(StoreError) {
    let (id, app, isUsers) = (try row.integer(), try row.appKey(), try row.flag())
    let state = try State(from: &row)
    self.init(id: id, app: app, isUsers: isUsers, state: state, began: try row.instant())
    let pid = try row.optionalInteger(as: Int32.self)
    let ticks = try row.optionalInteger()
    if let pid, let ticks {
      identity = Identity(pid: pid, startTicks: UInt64(bitPattern: ticks))
    }
    isMistrusted = try row.flag()
  }
}

extension AppProcess.State {
  /// The state without what belongs to it.
  fileprivate enum Name: String {
    case waiting, launching, active, suspended, ending
  }

  fileprivate var name: Name {
    switch self {
    case .waiting: .waiting
    case .launching: .launching
    case .active: .active
    case .suspended: .suspended
    case .ending: .ending
    }
  }

  fileprivate init(from row: inout RowReader) throws(StoreError) {
    let name: Name = try row.word()
    let moment: AwakeTime? = try row.optionalMoment()
    switch name {
    case .waiting: self = .waiting
    case .launching: self = .launching(until: moment)
    case .active: self = .active
    case .suspended: self = .suspended(since: try row.required(moment))
    case .ending: self = .ending
    }
  }
}
