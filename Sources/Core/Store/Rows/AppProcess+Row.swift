import Scheduling

extension AppProcess: TableRow {
  static let table = StoredTable(
    name: "app_processes",
    columns: [
      "process", "owner", "app", "is_users", "state", "state_awake_ns", "began_ns",
      "began_boot_ns", "began_awake_ns", "pid", "start_ticks", "is_mistrusted",
      "is_debugged", "launch_started_ns", "launch_attached_ns", "launch_finished_ns",
      "launch_handed_ns", "locks",
    ],
    keys: ["(process)"], kept: ["process"])

  /// Binds every column in the order of `table`, in which `init(from:)` reads them. The state has two columns: its name
  /// and its time. The identity also has two: the pid and the start time.
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
    binder.bind(isDebugged)
    binder.bind(launch.started)
    binder.bind(launch.attached)
    binder.bind(launch.finished)
    binder.bind(launch.handed)
    binder.bind(locks)
  }

  var rowMisfit: Misfit? { misfit }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    let id = try row.integer()
    let app = try row.appKey()
    let isUsers = try row.flag()
    let state = try State(from: &row)
    self.init(id: id, app: app, isUsers: isUsers, state: state, began: try row.instant())
    let pid = try row.optionalInteger(as: Int32.self)
    let ticks = try row.optionalInteger()
    if let pid, let ticks {
      identity = Identity(pid: pid, startTicks: UInt64(bitPattern: ticks))
    }
    isMistrusted = try row.flag()
    isDebugged = try row.flag()
    launch.started = try row.optionalDuration()
    launch.attached = try row.optionalDuration()
    launch.finished = try row.optionalDuration()
    launch.handed = try row.optionalDuration()
    locks = try row.list()
  }
}

extension AppProcess.State {
  /// The name of the state.
  fileprivate enum Name: String {
    case waiting, launching, active, idle, suspended, ending
  }

  /// The name of the state, without its time.
  fileprivate var name: Name {
    switch self {
    case .waiting: .waiting
    case .launching: .launching
    case .active: .active
    case .idle: .idle
    case .suspended: .suspended
    case .ending: .ending
    }
  }

  /// Reads the state from its two columns, its name and its time. Throws `unreadableRow` if the time is missing though
  /// the state needs one.
  fileprivate init(from row: inout RowReader) throws(StoreError) {
    let name: Name = try row.word()
    let moment: AwakeTime? = try row.optionalMoment()
    switch name {
    case .waiting: self = .waiting
    case .launching: self = .launching(until: moment)
    case .active: self = .active
    case .idle: self = .idle(since: try row.required(moment))
    case .suspended: self = .suspended(since: try row.required(moment))
    case .ending: self = .ending
    }
  }
}
