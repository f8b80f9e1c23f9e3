import Foundation
import Scheduling
import Testing

@testable import Store

/// The durability of a commit.
@Suite struct DurabilityTests {
  @Test func waitsForTheDiskWithEachCommit() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    try store.commit(.putRequest(.sample()))
    #expect(try store.integers("PRAGMA synchronous") == [2])
    #expect(try store.integers("SELECT journal_mode = 'wal' FROM pragma_journal_mode") == [1])
  }

  @Test func boundsTheLogAndWaitsForOtherWriters() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    #expect(try store.integers("PRAGMA wal_autocheckpoint") == [1000])
    #expect(try store.integers("PRAGMA journal_size_limit") == [4_194_304])
    #expect(try store.integers("PRAGMA busy_timeout") == [5000])
  }

  @Test func losesNothingWhenItIsNeverClosed() throws {
    let (directory, copy) = (try TemporaryDirectory(), try TemporaryDirectory())
    let store = try SQLiteStore(path: directory.database)
    var random = RandomModel(seed: 3)
    var expected = ExpectedContents()
    for round in 0..<20 {
      let changes = random.changes(on: expected)
      try store.commit(changes, at: .sample(1), bootID: "boot")
      expected.commit(changes, at: .sample(1), bootID: "boot")
      for name in try directory.names {
        try FileManager.default.copyItem(
          atPath: "\(directory.path)/\(name)", toPath: "\(copy.path)/\(round)-\(name)")
      }
      let afterCrash = try SQLiteStore(path: "\(copy.path)/\(round)-rubato.sqlite")
      #expect(try afterCrash.load() == expected.snapshot)
      #expect(afterCrash.openNotice == nil)
    }
  }

  @Test func changesNothingWhereACommitFails() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    try store.commit(.putRequest(.sample("a", sequence: 1)))
    let before = try store.load()
    // The second one takes the sequence of another request, which the schema refuses.
    #expect(throws: StoreError.self) {
      try store.commit(
        [.putRequest(.sample("b", sequence: 2)), .putRequest(.sample("c", sequence: 1))],
        at: .sample(9), bootID: "other")
    }
    #expect(try store.load() == before)
    try store.commit(.putRequest(.sample("b", sequence: 2)))
    #expect(try store.load().requests.map(\.sequence) == [1, 2])
  }

  @Test func keepsEnvironmentsFromOtherUsers() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    try store.commit(.putRequest(.sample()))
    let names = try directory.names
    #expect(
      names == ["rubato.lock", "rubato.sqlite", "rubato.sqlite-shm", "rubato.sqlite-wal"])
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: "\(directory.path)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func namesTheColumnThatSomebodySpoiled() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    try store.commit(.putRequest(.sample()))
    try store.integers(
      "UPDATE requests SET terms = json_set(terms, '$.command.environment', json('{\"A\":1}'))")
    #expect(try store.load().requests == [])
    let notice = OpenNotice.rowSetAside(
      path: directory.database, table: "requests", row: 1,
      reason: "terms.command.environment is '{\"A\":1}'")
    #expect(store.notices == [notice])
  }
}
