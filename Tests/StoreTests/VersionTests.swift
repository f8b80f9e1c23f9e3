import Foundation
import GRDB
import Scheduling
import Testing

@testable import Store

/// Databases that daemons of each version have left behind when they were killed, in `Versions`, as SQL.
@Suite struct VersionTests {
  private static let versions = Schema.migrator.migrations
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func make(_ version: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Versions/\(version).sql")
    let queue = try DatabaseQueue(path: directory.database)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: String(contentsOf: file, encoding: .utf8))
    }
    try queue.close()
  }

  /// What a released migration made is what it makes today: the statements of its tables and indices.
  @Test(arguments: versions) func noMigrationHasChanged(version: String) throws {
    try make(version)
    let then = try DatabaseQueue(path: directory.database)
    let now = try DatabaseQueue()
    try Schema.migrator.migrate(now, upTo: version)
    #expect(try then.read { try $0.declarations() } == now.read { try $0.declarations() })
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
    let stopped = try #require(loaded.liveRuns.first { $0.key.id == "stopped-2" })
    guard case .expiring(.byHand("enough"), _) = stopped.phase else {
      Issue.record("\(stopped.phase)")
      return
    }
    let backup = try #require(loaded.requests.first { $0.key.id == "backup" })
    #expect(backup.command.arguments == ["/usr/bin/rsync", "--archive", "/home", "/mnt/backup"])
    #expect(backup.period?.every == .hours(24))
    #expect(backup.retries == 4)
    // It can be written as well.
    try store.commit(.keepExecuted(.sample(sequence: 77)))
    store.close()
    #expect(try SQLiteStore(path: directory.database).load().requests == loaded.requests)
  }
}

extension Database {
  /// Without their white space.
  fileprivate func declarations() throws -> [String] {
    try String.fetchAll(
      self, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
    ).map { $0.filter { !$0.isWhitespace } }
  }
}
