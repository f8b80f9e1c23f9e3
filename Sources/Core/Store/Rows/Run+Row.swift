import Scheduling

extension Run: TableRow {
  static let table = StoredTable(
    name: "runs",
    columns: [
      "run", "owner", "app", "id", "sequence", "kind", "group_name", "arguments", "signal",
      "budget_ns", "grace_ns", "started_ns", "started_boot_ns", "started_awake_ns", "is_forced",
      "phase", "stop_reason", "stop_message", "expires_awake_ns",
      "ended_ns", "outcome", "exit_code", "exit_signal", "was_killed", "cpu_seconds",
      "peak_memory_bytes", "message", "dumped_core", "kill_report",
      "step", "step_name", "step_started_awake_ns", "step_began_awake_ns", "step_limit_ns",
      "frozen_for_ns",
      "early_signal", "on_lost_preference", "awaits_readiness",
      "earlier_cpu_seconds", "earlier_peak_memory_bytes",
      "insistence", "failures", "attempts", "postponements", "backoff_until_awake_ns", "crashes",
      "is_quarantined", "process", "task", "share", "progressed_awake_ns", "paused_for_ns",
    ],
    keys: ["(run)"], kept: ["run"])

  /// Binds every column in the order of `table`, in which `init(from:)` reads them. The phase, the ending and the retry
  /// state have several columns each; the class of an app's task is JSON. The message of an ending is empty before the
  /// end, so a frozen run has there the code of the reason for which it was asked to defer before its freeze.
  func bind(to binder: inout Binder) {
    binder.bind(id)
    binder.bind(key)
    binder.bind(sequence)
    binder.bind(kind.rawValue)
    binder.bind(group)
    binder.bind(arguments)
    binder.bind(Int64(signal))
    binder.bind(budget)
    binder.bind(grace)
    binder.bind(started)
    binder.bind(isForced)
    binder.bind(phase.name.rawValue)
    binder.bind(stopReason?.code)
    binder.bind(stopReason?.message)
    binder.bind(phase.killDeadlineOrFreezeStart)
    Ending.bind(ending, messageBeforeEnd: deferralBeforeFreeze?.code, to: &binder)
    binder.bind(Int64(step))
    binder.bind(stepName)
    binder.bind(stepStarted)
    binder.bind(stepBegan)
    binder.bind(stepLimit)
    binder.bind(frozenFor)
    binder.bind(earlySignal.map { Int64($0) })
    binder.bind(onLostPreference.map { Int64($0) })
    binder.bind(awaitsReadiness)
    binder.bind(earlierCPUSeconds)
    binder.bind(earlierPeakMemoryBytes)
    binder.bind(insistence?.rawValue)
    RetryState.bind(retryState, to: &binder)
    binder.bind(process)
    if let task {
      binder.bindJSON(task.write)
    } else {
      binder.bind(nil as String?)
    }
    binder.bind(share)
    binder.bind(progressed)
    binder.bind(pausedFor)
  }

  var rowMisfit: Misfit? { misfit }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    let id = try row.integer()
    let key = try row.requestKey()
    let sequence = try row.integer()
    let kind: Kind = try row.word()
    let group = try row.optionalText()
    let command = Command(
      arguments: try row.list(), signal: try row.integer(as: Int32.self))
    // The request serves only to create the run: its dates and most of its options are not stored with a run.
    let request = Request(
      key: key, sequence: sequence, Terms(command, kind: kind), submitted: WallTime(nanoseconds: 0),
      window: Window(opens: WallTime(nanoseconds: 0)))
    self.init(
      id: id, of: request, budget: try row.duration(), grace: try row.duration(),
      started: try row.instant(), isForced: try row.flag())
    self.group = group
    (phase, deferralBeforeFreeze) = try Phase.read(from: &row)
    step = try row.integer(as: Int.self)
    stepName = try row.optionalText()
    stepStarted = try row.moment()
    stepBegan = try row.optionalMoment()
    stepLimit = try row.optionalDuration()
    frozenFor = try row.duration()
    earlySignal = try row.optionalInteger(as: Int32.self)
    onLostPreference = try row.optionalInteger(as: Int32.self)
    awaitsReadiness = try row.flag()
    earlierCPUSeconds = try row.optionalDouble()
    earlierPeakMemoryBytes = try row.optionalInteger()
    insistence = try row.optionalWord()
    retryState = try row.retryState()
    process = try row.optionalInteger()
    task = try row.optionalMembers().flatMap { (members) throws(StoreError) in
      var members = members
      return try TaskClass(from: &members)
    }
    share = try row.optionalDouble()
    progressed = try row.optionalMoment()
    pausedFor = try row.optionalDuration()
  }
}

extension Run.Phase {
  /// Reads the phase from its columns: its name, the stop reason, the kill deadline or the start of the freeze, and the
  /// ending; with the reason of a deferral before a freeze, if there was one. Throws `unreadableRow` if the name does
  /// not fit the other values.
  fileprivate static func read(
    from row: inout RowReader
  ) throws(StoreError) -> (phase: Run.Phase, deferralBeforeFreeze: StopReason?) {
    let name: Name = try row.word()
    let code = try row.optionalText()
    let message = try row.optionalText()
    let reason = code.map { StopReason(kept: $0, message: message) }
    let killDeadlineOrFreezeStart: AwakeTime? = try row.optionalMoment()
    let (ending, messageBeforeEnd) = try Ending.read(from: &row, stopReason: reason)
    if ending != nil && name != .ended { throw row.unreadable(name.rawValue, in: "phase") }
    switch name {
    case .launching: return (.launching, nil)
    case .running: return (.running, nil)
    case .deferring: return (.deferring(try row.required(reason)), nil)
    case .frozen:
      let since = try row.required(killDeadlineOrFreezeStart)
      return (
        .frozen(try row.required(reason), since: since),
        messageBeforeEnd.map { StopReason(kept: $0) }
      )
    case .expiring:
      let until = try row.required(killDeadlineOrFreezeStart)
      return (.expiring(try row.required(reason), until: until), nil)
    case .killed: return (.killed(try row.required(reason)), nil)
    case .ended: return (.ended(try row.required(ending)), nil)
    }
  }
}

extension Ending {
  /// Binds the columns of an ending; all except the message are empty before the end of the run.
  fileprivate static func bind(
    _ ending: Ending?, messageBeforeEnd: String?, to binder: inout Binder
  ) {
    binder.bind(ending?.at)
    binder.bind(ending?.outcome.rawValue)
    binder.bind((ending?.exit).map { Int64($0) })
    binder.bind((ending?.signal).map { Int64($0) })
    binder.bind(ending?.wasKilled)
    binder.bind(ending?.cpuSeconds)
    binder.bind(ending?.peakMemoryBytes)
    binder.bind(ending == nil ? messageBeforeEnd : ending?.message)
    binder.bind(ending?.dumpedCore)
    binder.bind(ending?.killReport?.words ?? [])
  }

  /// Reads the columns of an ending. Before the end of the run, the ending is `nil`, and only the message can have a
  /// value.
  fileprivate static func read(
    from row: inout RowReader, stopReason: StopReason?
  ) throws(StoreError) -> (ending: Ending?, messageBeforeEnd: String?) {
    let at: WallTime? = try row.optionalMoment()
    let outcome = try row.optionalText().flatMap { Outcome(rawValue: $0) }
    // The time and the outcome of a run without an ending are placeholders, which are not returned.
    var ending = Ending(
      at: at ?? WallTime(nanoseconds: 0), outcome: outcome ?? .interrupted, stopReason: stopReason)
    ending.exit = try row.optionalInteger(as: Int32.self)
    ending.signal = try row.optionalInteger(as: Int32.self)
    ending.wasKilled = try row.optionalInteger() == 1
    ending.cpuSeconds = try row.optionalDouble()
    ending.peakMemoryBytes = try row.optionalInteger()
    ending.message = try row.optionalText()
    ending.dumpedCore = try row.optionalInteger() == 1
    ending.killReport = KillReport(words: try row.list())
    // A present run has neither. With only one of them the state would be contradictory.
    guard (at == nil) == (outcome == nil) else {
      throw row.unreadable(outcome?.rawValue ?? "", in: "outcome")
    }
    return at == nil ? (nil, ending.message) : (ending, nil)
  }
}

extension RetryState {
  /// Binds the columns of the state that a run left to its request; all are NULL if there is none.
  fileprivate static func bind(_ state: RetryState?, to binder: inout Binder) {
    binder.bind((state?.failures).map { Int64($0) })
    binder.bind((state?.attempts).map { Int64($0) })
    binder.bind((state?.postponements).map { Int64($0) })
    binder.bind(state?.backoffUntil)
    binder.bind((state?.crashes).map { Int64($0) })
    binder.bind(state?.isQuarantined)
  }
}

extension RowReader {
  /// Reads the columns of the state that a run left to its request; returns `nil` if the run left none, which the
  /// missing count of failures shows.
  fileprivate mutating func retryState() throws(StoreError) -> RetryState? {
    let failures = try optionalInteger(as: Int.self)
    var state = RetryState()
    state.failures = failures ?? 0
    state.attempts = try optionalInteger(as: Int.self) ?? 0
    state.postponements = try optionalInteger(as: Int.self) ?? 0
    state.backoffUntil = try optionalMoment()
    state.crashes = try optionalInteger(as: Int.self) ?? 0
    state.isQuarantined = try optionalInteger() == 1
    return failures == nil ? nil : state
  }
}
