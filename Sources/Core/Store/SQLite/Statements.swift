import Scheduling

/// Every statement that is used more than once, prepared.
final class Statements {
  let begin: PreparedStatement
  let commit: PreparedStatement
  let rollback: PreparedStatement

  let putRequest: PreparedStatement
  let removeCommandRequest: PreparedStatement
  let removeAppRequest: PreparedStatement
  let keepExecuted: PreparedStatement
  let dropExecuted: PreparedStatement
  let putApp: PreparedStatement
  let removeApp: PreparedStatement
  let putRun: PreparedStatement
  let putProcess: PreparedStatement
  let removeProcess: PreparedStatement
  let putDeviceField: PreparedStatement
  let addDeviceEvent: PreparedStatement
  let putLearned: PreparedStatement
  let addPast: PreparedStatement
  let putFailureCommand: PreparedStatement
  let removeFailureCommand: PreparedStatement
  let putLedger: PreparedStatement

  let dropRunsOfKey: PreparedStatement
  let dropRunsOfAge: PreparedStatement
  let countRuns: PreparedStatement
  let dropRunsOfUser: PreparedStatement
  let dropDeviceEvents: PreparedStatement
  let dropPastOfAge: PreparedStatement
  let spanOfPast: PreparedStatement
  let countPast: PreparedStatement
  let dropPastOfUser: PreparedStatement
  let notePastDropped: PreparedStatement

  /// Prepares all statements. Throws an error if a table or a column does not exist.
  init(_ database: Database) throws(StoreError) {
    func prepare(_ sql: String) throws(StoreError) -> PreparedStatement {
      try PreparedStatement(database, sql: sql)
    }
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
    rollback = try prepare("ROLLBACK")
    putRequest = try prepare(Request.table.upsert)
    removeCommandRequest = try prepare(
      "DELETE FROM requests WHERE owner = ? AND app IS NULL AND id = ?")
    removeAppRequest = try prepare("DELETE FROM requests WHERE owner = ? AND app = ? AND id = ?")
    keepExecuted = try prepare(Request.executed.upsert)
    dropExecuted = try prepare("DELETE FROM executed_requests WHERE sequence = ?")
    putApp = try prepare(App.table.upsert)
    removeApp = try prepare("DELETE FROM apps WHERE owner = ? AND id = ?")
    putRun = try prepare(Run.table.upsert)
    putProcess = try prepare(AppProcess.table.upsert)
    removeProcess = try prepare("DELETE FROM app_processes WHERE process = ?")
    putDeviceField = try prepare(DeviceField.table.upsert)
    addDeviceEvent = try prepare(DeviceEvent.table.upsert)
    putLearned = try prepare(Learned.table.upsert)
    addPast = try prepare(PastRecord.table.upsert)
    putFailureCommand = try prepare(FailureCommand.table.upsert)
    removeFailureCommand = try prepare("DELETE FROM failure_commands WHERE command = ?")
    putLedger = try prepare(Ledger.update)
    dropRunsOfKey = try prepare(Self.dropRunsOfKey)
    dropRunsOfAge = try prepare(Self.dropRunsOfAge)
    countRuns = try prepare("SELECT owner, count(*) FROM runs GROUP BY owner")
    dropRunsOfUser = try prepare(Self.dropRunsOfUser)
    dropDeviceEvents = try prepare(Self.dropDeviceEvents)
    dropPastOfAge = try prepare("DELETE FROM past WHERE at_ns < ?")
    spanOfPast = try prepare("SELECT max(entry) - min(entry) + 1 FROM past")
    countPast = try prepare("SELECT owner, count(*) FROM past GROUP BY owner ORDER BY owner")
    dropPastOfUser = try prepare(Self.dropPastOfUser)
    notePastDropped = try prepare(Self.notePastDropped)
  }

  /// Drops the ended runs of a key except its newest. Present ones, of which a key has one or two, count among the
  /// newest, so that the index is enough to find the limit.
  private static let dropRunsOfKey = """
    DELETE FROM runs WHERE owner = ?1 AND app IS ?2 AND id = ?3 AND ended_ns IS NOT NULL
    AND run <= (
      SELECT run FROM runs WHERE owner = ?1 AND app IS ?2 AND id = ?3
      ORDER BY run DESC LIMIT 1 OFFSET ?4)
    """

  /// The newest run with the key of a row of runs.
  private static let newestOfKey = """
    (SELECT max(run) FROM runs AS newer
      WHERE newer.owner = runs.owner AND newer.app IS runs.app AND newer.id = runs.id)
    """

  /// Drops runs that ended before a time, except the newest of each key.
  private static let dropRunsOfAge = "DELETE FROM runs WHERE ended_ns < ? AND run < \(newestOfKey)"

  /// Drops the ended runs of a user except the newest, and except the newest of each existing request.
  private static let dropRunsOfUser = """
    DELETE FROM runs WHERE owner = ?1 AND ended_ns IS NOT NULL AND run <= (
      SELECT run FROM runs WHERE owner = ?1 AND ended_ns IS NOT NULL
      ORDER BY run DESC LIMIT 1 OFFSET ?2)
    AND (run < \(newestOfKey) OR NOT EXISTS (
      SELECT 1 FROM requests WHERE requests.owner = runs.owner AND requests.app IS runs.app
      AND requests.id = runs.id))
    """

  /// Drops the entries of the past of a user, or about the device, except the newest.
  private static let dropPastOfUser = """
    DELETE FROM past WHERE owner IS ?1 AND entry <= (
      SELECT entry FROM past WHERE owner IS ?1 ORDER BY entry DESC LIMIT 1 OFFSET ?2)
    """

  /// Adds a gap that ends with the oldest kept entry of a user, or about the device, that is not a gap itself.
  private static let notePastDropped = """
    INSERT INTO past (at_ns, ends_ns, owner, name)
    SELECT at_ns, at_ns, owner, '\(PastGap.Cause.dropped.rawValue)' FROM past
    WHERE owner IS ? AND ends_ns IS NULL ORDER BY entry LIMIT 1
    """

  /// Drops the values of the device except the newest. The numbers of stored values are consecutive, since only the
  /// oldest are deleted.
  private static let dropDeviceEvents = """
    DELETE FROM device_events WHERE event <= (SELECT max(event) FROM device_events) - ?
    """
}
