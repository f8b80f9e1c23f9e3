import Foundation
import Scheduling
import Testing

@testable import Store

/// Values in the database that no daemon wrote: each column of each row gets each extreme, and the loaded state is
/// used. This runs in a separate process. A trap ends the process, and the last line of its output names the value.
@Suite struct DamagedValueTests {
  private let directory: TemporaryDirectory
  private let store: SQLiteStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try SQLiteStore(path: directory.database)
  }

  @Test func aRowThatNobodyWroteIsSetAsideAndCanBePutBack() throws {
    let requests = [Request.sample(), .sample("other", sequence: 2)]
    try store.commit(requests.map { .putRequest($0) }, at: .sample(1), bootID: "boot")
    try store.integers(
      """
      UPDATE requests SET progress = json_set(progress, '$.failures', \(Int64.max)) WHERE sequence = 1
      """)
    let before = try store.load()
    #expect(before.requests == [requests[1]])
    #expect(before.nextSequence == 3)
    let notice = try #require(store.notices.first).description
    #expect(store.notices.count == 1)
    #expect(notice.contains("failures is 9223372036854775807; allowed: 0 to 1000000000"))

    let statement = try #require(try store.texts("SELECT statement FROM set_aside").first)
    try store.integers(statement.replacing("\(Int64.max)", with: "0"))
    #expect(try store.load().requests == requests)
    #expect(store.notices.count == 1)
  }

  @Test func whatWasLearnedOfTheDeviceCannotTrapIt() throws {
    var bytes = DeviceHabit().bytes
    // The known seconds, after the version, the reported state and the age.
    for index in 0..<8 {
      bytes[10 + index] = UInt8(truncatingIfNeeded: 1e300.bitPattern >> UInt64(8 * index))
    }
    try store.commit(.learn(Learned(name: "device", bytes: bytes)))
    #expect(try store.load().learned == [])
    #expect(try #require(store.notices.first).description.contains("learned"))
    #expect(try store.integers("SELECT count(*) FROM set_aside") == [1])
  }

  @Test func countersThatNobodyWroteGoOnFromWhatIsOnRecord() throws {
    try store.commit(.putRequest(.sample(sequence: 7)), .putRun(Run.sample(41).ended()))
    try store.integers("UPDATE meta SET next_run = \(Int64.min), next_sequence = \(Int64.max)")
    let snapshot = try store.load()
    #expect(snapshot.nextRun == 42)
    #expect(snapshot.nextSequence == 8)
    #expect(snapshot.lastCommit == .sample(1))
    #expect(store.notices.count == 1)
    _ = try store.load()
    #expect(store.notices.count == 1)
  }

  @Test func historyThatNobodyWroteIsSetAside() throws {
    try store.commit(.putRun(Run.sample(1).ended()), .putRun(Run.sample(2).ended()))
    try store.integers("UPDATE runs SET ended_ns = \(Int64.max) WHERE run = 1")
    #expect(throws: StoreError.self) { try store.runs(RunQuery()) }
    _ = try store.load()
    #expect(try store.runs(RunQuery()).map(\.id) == [2])
    #expect(store.notices.count == 1)
  }

  @Test func aFailureCommandThatIsNeverWrittenIsSetAside() throws {
    let commands = (1...3 as ClosedRange<Int64>).map {
      FailureCommand(number: $0, key: Request.sample().key, line: "report")
    }
    try store.commit(commands.map { .putFailureCommand($0) }, at: .sample(1), bootID: "boot")
    try store.integers(
      "UPDATE failure_commands SET report = json_set(report, '$.attempts', -1) WHERE command = 1")
    try store.integers("UPDATE failure_commands SET report = '{}' WHERE command = 2")
    _ = try store.load()
    #expect(try store.failureCommands() == [commands[2]])
    #expect(store.notices.count == 2)
    #expect(try store.integers("SELECT count(*) FROM set_aside") == [2])
  }

  /// Replaces every word of every blob of learned state by each extreme.
  @Test func bytesOfExtremesTrapNowhere() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { try DamagedStore().tryLearned() }
    expectWholeness(of: result)
  }

  @Test(arguments: [
    "requests", "executed_requests", "runs", "apps", "meta", "device", "device_events", "learned",
    "failure_commands",
  ])
  func aTableOfExtremesTrapsNowhereAndNothingElseIsLost(table: String) async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [table = table as String] in
      try DamagedStore().tryColumns(of: table)
    }
    expectWholeness(of: result)
  }

  /// Requires that the process has succeeded. The failure names the last value that was tried.
  private func expectWholeness(of result: ExitTest.Result?) {
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n")
    let values = lines.filter { $0.hasPrefix("tried ") || $0.contains("Fatal error") }
    #expect(lines.contains { $0.hasPrefix("whole: ") }, "\(values.suffix(2))")
  }
}
