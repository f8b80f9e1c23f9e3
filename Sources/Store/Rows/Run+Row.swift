import Scheduling

extension Run: TableRow {
  static let table = Table(
    name: "runs",
    columns: [
      "run", "owner", "app", "id", "sequence", "kind", "arguments", "signal",
      "budget_ns", "grace_ns", "started_ns", "started_boot_ns", "started_awake_ns", "is_forced",
      "phase", "stop_reason", "expires_awake_ns",
      "ended_ns", "outcome", "exit_code", "exit_signal", "was_killed", "cpu_seconds",
      "peak_memory_bytes", "message",
    ],
    keys: ["(run)"])

  func bind(to binder: inout Binder) {
    binder.bind(id)
    binder.bind(key)
    binder.bind(sequence)
    binder.bind(kind.rawValue)
    binder.bind(arguments)
    binder.bind(Int64(signal))
    binder.bind(budget)
    binder.bind(grace)
    binder.bind(started)
    binder.bind(isForced)
    binder.bind(phase.name.rawValue)
    binder.bind(stopReason?.rawValue)
    binder.bind(phase.expires)
    Ending.bind(ending, to: &binder)
  }

  init(from row: inout RowReader) throws(StoreError) {
    let id = try row.integer()
    let key = try row.requestKey()
    let sequence = try row.integer()
    let kind: Kind = try row.word()
    let command = Command(
      arguments: try row.list(), signal: try row.integer(as: Int32.self))
    let request = Request(
      key: key, sequence: sequence, kind: kind, command: command,
      submitted: WallTime(nanoseconds: 0), window: Window(opens: WallTime(nanoseconds: 0)))
    self.init(
      id: id, of: request, budget: try row.duration(), grace: try row.duration(),
      started: try row.instant(), isForced: try row.flag())
    phase = try Phase(from: &row)
  }
}

extension Run.Phase {
  /// The phase as the `phase` column names it.
  fileprivate enum Name: String {
    case launching, running, deferring, expiring, killed, ended
  }

  fileprivate var name: Name {
    switch self {
    case .launching: .launching
    case .running: .running
    case .deferring: .deferring
    case .expiring: .expiring
    case .killed: .killed
    case .ended: .ended
    }
  }

  fileprivate var expires: AwakeTime? {
    if case .expiring(_, let until) = self { until } else { nil }
  }

  fileprivate init(from row: inout RowReader) throws(StoreError) {
    let name: Name = try row.word()
    let reason = try row.optionalText().map { StopReason(rawValue: $0) }
    switch name {
    case .launching: self = .launching
    case .running: self = .running
    case .deferring: self = .deferring(try row.required(reason))
    case .expiring:
      self = .expiring(try row.required(reason), until: try row.moment())
    case .killed: self = .killed(try row.required(reason))
    case .ended:
      _ = try row.optionalInteger()
      self = .ended(try Ending(from: &row, stopReason: reason))
    }
  }
}

extension Ending {
  /// Binds the columns of an ending; all are empty while the run lives.
  fileprivate static func bind(_ ending: Ending?, to binder: inout Binder) {
    binder.bind(ending?.at)
    binder.bind(ending?.outcome.rawValue)
    binder.bind((ending?.exit).map { Int64($0) })
    binder.bind((ending?.signal).map { Int64($0) })
    binder.bind((ending?.wasKilled).map { $0 ? 1 : 0 as Int64 })
    binder.bind(ending?.cpuSeconds)
    binder.bind(ending?.peakMemoryBytes)
    binder.bind(ending?.message)
  }

  fileprivate init(from row: inout RowReader, stopReason: StopReason?) throws(StoreError) {
    self.init(at: try row.moment(), outcome: try row.word(), stopReason: stopReason)
    exit = try row.optionalInteger(as: Int32.self)
    signal = try row.optionalInteger(as: Int32.self)
    wasKilled = try row.flag()
    cpuSeconds = try row.optionalDouble()
    peakMemoryBytes = try row.optionalInteger()
    message = try row.optionalText()
  }
}
