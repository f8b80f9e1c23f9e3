import Scheduling

extension SQLiteStore {
  /// Returns the runs that match `query`, newest first, at most `query.limit`.
  package func runs(_ query: RunQuery) throws(StoreError) -> [Run] {
    let sql = Run.table.select + query.condition + " ORDER BY run DESC LIMIT ?"
    return try fetch(sql) { binder in
      query.bind(to: &binder)
      binder.bind(Int64(max(0, query.limit)))
    }
  }

  /// Returns the `limit` latest values of device fields, newest first.
  package func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent] {
    try fetch(DeviceEvent.table.select + " ORDER BY event DESC LIMIT ?") { binder in
      binder.bind(Int64(max(0, limit)))
    }
  }

  /// Returns the entries of the log of the past that match `query`, at most `query.limit`, in the order of their
  /// numbers.
  package func past(_ query: PastQuery) throws(StoreError) -> [PastRecord] {
    let ofOwner = query.owner == nil ? "" : " AND (owner IS NULL OR owner = ?)"
    let sql = PastRecord.table.select + " WHERE entry > ?\(ofOwner) ORDER BY entry LIMIT ?"
    return try fetch(sql) { binder in
      binder.bind(query.after)
      if let owner = query.owner { binder.bind(Int64(owner)) }
      binder.bind(Int64(max(0, query.limit)))
    }
  }

  package var canCutByAge: Bool { ledger.canCutByAge }

  /// Writes a run. If the run has ended, deletes the executed request that was kept for it, and the oldest ended runs
  /// of its key beyond the limit `runsPerKey`.
  func put(_ run: Run, with statements: Statements) throws(StoreError) {
    try statements.putRun.execute(run.bind)
    guard run.ending != nil else { return }
    try statements.dropExecuted.execute { $0.bind(run.sequence) }
    try statements.dropRunsOfKey.execute { binder in
      binder.bind(run.key)
      binder.bind(Int64(limits.runsPerKey))
    }
  }

  /// Deletes old runs and old device values if enough were added since the last cut, and records the cut in `ledger`.
  /// Called within the transaction of a commit.
  func prune(
    _ ledger: inout Ledger, at now: WallTime, with statements: Statements
  ) throws(StoreError) {
    if ledger.mustCutRuns(limits, at: now) {
      if let age = limits.age, ledger.canCutByAge {
        try statements.dropRunsOfAge.execute { $0.bind((now - age).nanoseconds) }
      }
      try dropOldRuns(with: statements)
      ledger.noteCut(at: now)
    }
    if ledger.deviceEvents >= limits.slack {
      try statements.dropDeviceEvents.execute { $0.bind(Int64(limits.deviceEvents)) }
      ledger.deviceEvents = 0
    }
    if ledger.pastEntries >= limits.pastSlack {
      try dropOldPast(olderThan: ledger.canCutByAge ? limits.age : nil, at: now, with: statements)
      ledger.pastEntries = 0
    }
  }

  /// Deletes the entries of the past that are older than `age`, unless it is `nil`. If more than `limits.past` are left,
  /// each user can keep the number that `HistoryLimits.share` returns. The oldest entries of a user who has more are
  /// deleted. A new entry, a gap, then records the moment from which on the past of that user is complete.
  private func dropOldPast(
    olderThan age: Duration?, at now: WallTime, with statements: Statements
  ) throws(StoreError) {
    if let age {
      try statements.dropPastOfAge.execute { $0.bind((now - age).nanoseconds) }
    }
    // Deletions leave unused numbers between the entries, so there are at most as many entries as their numbers span.
    // The entries are counted only if the span exceeds the limit, because counting takes longer.
    let span = try statements.spanOfPast.rows { row throws(StoreError) in
      try row.optionalInteger() ?? 0
    }
    guard (span.first ?? 0) > Int64(limits.past) else { return }
    // The entries about the device have no owner, and count as those of one more user.
    let counts = try statements.countPast.rows { row throws(StoreError) in
      (owner: try row.optionalInteger(), entries: try row.integer(as: Int.self))
    }
    let share = HistoryLimits.share(of: limits.past, among: counts.map(\.entries))
    for user in counts where user.entries > share {
      try statements.dropPastOfUser.execute { binder in
        binder.bind(user.owner)
        binder.bind(Int64(share))
      }
      try statements.notePastDropped.execute { $0.bind(user.owner) }
    }
  }

  /// Deletes the oldest ended runs of each user who has more runs than `limits.runs` allows per user. Present runs also
  /// count: they are few.
  private func dropOldRuns(with statements: Statements) throws(StoreError) {
    let counts = try statements.countRuns.rows { row throws(StoreError) in
      (owner: try row.integer(as: UInt32.self), runs: try row.integer(as: Int.self))
    }
    let share = limits.runsPerUser(among: counts.map(\.runs))
    for user in counts where user.runs > share {
      try statements.dropRunsOfUser.execute { binder in
        binder.bind(Int64(user.owner))
        binder.bind(Int64(share))
      }
    }
  }
}

extension RunQuery {
  /// The `WHERE` of the query; its parameters are bound by `bind(to:)`.
  fileprivate var condition: String {
    var terms: [String] = []
    if owners != nil { terms.append("owner IN (SELECT value FROM json_each(?))") }
    if key != nil { terms.append("owner = ? AND app IS ? AND id = ?") }
    if id != nil { terms.append("id = ?") }
    if app != nil { terms.append("app = ?") }
    if run != nil { terms.append("run = ?") }
    if before != nil { terms.append("run < ?") }
    return terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ")
  }

  /// Binds the parameters of `condition`, in its order.
  fileprivate func bind(to binder: inout Binder) {
    if let owners { binder.bind("[\(owners.map { String($0) }.joined(separator: ","))]") }
    if let key { binder.bind(key) }
    if let id { binder.bind(id) }
    if let app { binder.bind(app) }
    if let run { binder.bind(run) }
    if let before { binder.bind(before) }
  }
}
