import Foundation
import Scheduling
import Testing

@testable import Store

/// Databases that daemons of each schema have left behind when they were killed, in `Versions`, as SQL.
@Suite struct VersionTests {
  private static let versions = ["1"]
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func make(_ version: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Versions/\(version).sql")
    let database = try Database(path: directory.database)
    try database.execute(String(contentsOf: file, encoding: .utf8))
  }

  /// The schema of a version does not change: the statements of its tables and indices stay the same.
  @Test func noSchemaHasChanged() throws {
    try make("1")
    let then = try Database(path: directory.database)
    let now = try Database(path: ":memory:")
    try Schema.make(in: now)
    #expect(try then.declarations() == now.declarations())
  }

  @Test(arguments: versions) func everyVersionOpensWithAllThatIsInIt(version: String) throws {
    try make(version)
    let store = try SQLiteStore(path: directory.database)
    #expect(store.openNotice == nil)
    let loaded = try store.load()
    #expect(
      loaded.requests.map(\.key.id).sorted() == ["backup", "lives", "stopped", "stopped-2"])
    #expect(loaded.liveRuns.map(\.key.id).sorted() == ["lives", "stopped", "stopped-2"])
    #expect(loaded.apps.map(\.key.id) == ["org.example.news"])
    #expect(try store.runs(RunQuery()).map(\.id) == (1...14).reversed())
    #expect(try store.deviceHistory(limit: 10).count == 5)
    #expect(try store.past(PastQuery()) == [])
    #expect(try store.failureCommands() == [])
    let stopped = try #require(loaded.liveRuns.first { $0.key.id == "stopped-2" })
    guard case .expiring(.byHand("enough"), _) = stopped.phase else {
      Issue.record("\(stopped.phase)")
      return
    }
    let backup = try #require(loaded.requests.first { $0.key.id == "backup" })
    #expect(
      backup.terms.command.arguments == ["/usr/bin/rsync", "--archive", "/home", "/mnt/backup"])
    #expect(backup.period?.every == .hours(24))
    #expect(backup.terms.retries == 4)
    #expect(backup.terms.backoff == Backoff(growth: .linear, first: .seconds(60)))
    #expect((backup.terms.budget, backup.terms.grace) == (.seconds(3600), .seconds(20)))
    #expect((backup.terms.requires, backup.terms.prefers) == (.power, .unmetered))
    #expect(backup.terms.needs.paths == ["/mnt/backup"])
    #expect(backup.terms.command.environment == ["HOME": "/root", "LANG": "C.UTF-8"])
    #expect(backup.window.latest == backup.window.opens + .hours(52))
    #expect(backup.progress.checkpoint == Checkpoint())
    // The database can also be written.
    try store.commit(.keepExecuted(.sample(sequence: 77)))
    try store.commit(.past([.device(.power(.ac), at: WallTime(seconds: 1_790_000_000))]))
    #expect(try store.past(PastQuery()).count == 1)
    let command = FailureCommand(number: 1, key: backup.key, line: "report")
    try store.commit(.putFailureCommand(command))
    #expect(try store.failureCommands() == [command])
    store.close()
    #expect(try SQLiteStore(path: directory.database).load().requests == loaded.requests)
  }

  /// A row of an old version has no sequence in its terms. A request that replaces another keeps its row.
  @Test(arguments: versions) func requestsInRowsOfAnyVersionAreReplaced(version: String) throws {
    try make(version)
    let store = try SQLiteStore(path: directory.database)
    let before = try store.load()
    let rows = try store.integers("SELECT sequence FROM requests ORDER BY sequence")
    #expect(rows == before.requests.map(\.sequence))
    var backup = try #require(before.requests.first { $0.key.id == "backup" })
    backup.sequence = before.nextSequence
    try store.commit(.putRequest(backup))
    #expect(try store.integers("SELECT sequence FROM requests ORDER BY sequence") == rows)
    store.close()
    let after = try SQLiteStore(path: directory.database).load()
    #expect(after.requests == before.requests.filter { $0.key.id != "backup" } + [backup])
    #expect(after.nextSequence == backup.sequence + 1)
  }

  /// Rows of a damaged database are read with the schema of its version.
  @Test(arguments: versions) func whatIsLeftOfADamagedDatabaseOfAnyVersionIsRead(
    version: String
  ) throws {
    try make(version)
    let whole = try SQLiteStore(path: directory.database)
    let requests = try whole.load().requests
    whole.close()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: directory.database + suffix)
    }
    try make(version)
    let page = try Database(path: directory.database)
      .integer("SELECT rootpage FROM sqlite_master WHERE name = 'device_events'")
    let file = try #require(FileHandle(forUpdatingAtPath: directory.database))
    try file.seek(toOffset: UInt64((try #require(page) - 1) * 4096))
    try file.write(contentsOf: Data(repeating: 0xaa, count: 4096))
    try file.close()
    let store = try SQLiteStore(path: directory.database)
    guard case .recovered = store.openNotice else {
      Issue.record("\(String(describing: store.openNotice))")
      return
    }
    #expect(try store.load().requests == requests)
  }
}

extension Database {
  /// The statements of the schema, without white space.
  fileprivate func declarations() throws -> [String] {
    try texts("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
      .map { $0.filter { !$0.isWhitespace } }
  }
}
