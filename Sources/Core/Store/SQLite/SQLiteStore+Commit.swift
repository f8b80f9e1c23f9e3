import Scheduling

extension SQLiteStore {
  /// Writes the changes and the ledger in one transaction, which also cuts the history if that is due. The ledger in
  /// memory changes only if the transaction succeeds.
  package func commit(
    _ changes: [Change], at instant: Instant, bootID: String
  ) throws(StoreError) {
    var next = ledger
    next.noteCommit(at: instant, bootID: bootID)
    try transaction { (_, statements) throws(StoreError) in
      for change in changes {
        // The device state before this change, so that only changed fields are written.
        try apply(change, with: statements, device: next.device)
        next.note(change)
      }
      try prune(&next, at: instant.wall, with: statements)
      try statements.putLedger.execute(next.bind)
    }
    ledger = next
  }

  /// Executes `body` in a transaction. If `body` or the commit fails, no change is made and the error is thrown; the
  /// connection stays usable.
  func transaction(
    _ body: (Database, Statements) throws(StoreError) -> Void
  ) throws(StoreError) {
    try access { (database, statements) throws(StoreError) in
      try statements.begin.execute()
      do throws(StoreError) {
        try body(database, statements)
        try statements.commit.execute()
      } catch {
        // A full disk or an I/O error may have rolled back already (sqlite.org/lang_transaction).
        if database.isInTransaction { try? statements.rollback.execute() }
        throw error
      }
    }
  }

  /// Executes the statements of one change. `device` is the stored device state: only fields that differ from it are
  /// written to the table of present values. Every value is added to the device's history.
  private func apply(
    _ change: Change, with statements: Statements, device: DeviceState
  ) throws(StoreError) {
    switch change {
    case .putRequest(let request): try statements.putRequest.execute(request.bind)
    // `app = ?` is never true for NULL, so a request without an app needs its own statement.
    case .removeRequest(let key) where key.app == nil:
      try statements.removeCommandRequest.execute { binder in
        binder.bind(Int64(key.owner))
        binder.bind(key.id)
      }
    case .removeRequest(let key): try statements.removeAppRequest.execute { $0.bind(key) }
    case .keepExecuted(let request): try statements.keepExecuted.execute(request.bind)
    case .putApp(let app): try statements.putApp.execute(app.bind)
    case .removeApp(let key): try statements.removeApp.execute { $0.bind(key) }
    case .putRun(let run): try put(run, with: statements)
    case .putProcess(let process): try statements.putProcess.execute(process.bind)
    case .removeProcess(let process):
      try statements.removeProcess.execute { $0.bind(process) }
    // Both are columns of `meta`, which is written with the ledger.
    case .zone, .override: break
    case .learn(let learned): try statements.putLearned.execute(learned.bind)
    case .past(let entries):
      for entry in entries { try statements.addPast.execute(PastRecord(entry).bind) }
    case .putFailureCommand(let command):
      try statements.putFailureCommand.execute(command.bind)
    case .removeFailureCommand(let number):
      try statements.removeFailureCommand.execute { $0.bind(number) }
    case .device(let values, let state, let at):
      for value in values {
        try statements.addDeviceEvent.execute(DeviceEvent(at: at, value: value).bind)
      }
      for value in state.changes(since: device) {
        try statements.putDeviceField.execute(DeviceField(value).bind)
      }
    }
  }
}
