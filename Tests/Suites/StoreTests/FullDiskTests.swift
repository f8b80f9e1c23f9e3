import Foundation
import Scheduling
import Testing

@testable import Store

/// A store on a full disk continues when there is space again.
@Suite struct FullDiskTests {
  private static var large: Request {
    var request = Request.sample("large", sequence: 2)
    request.terms.command.environment["LARGE"] = String(repeating: "x", count: 200_000)
    return request
  }

  private static let canMount = (try? TemporaryFileSystem(bytes: 65536)) != nil

  /// Fails a commit while `isFull`, then checks that nothing happened and that a later one succeeds.
  private func checkRecovery(
    _ store: SQLiteStore, fill: () throws -> Void, free: () throws -> Void
  ) throws {
    try store.commit(.putRequest(.sample()))
    let before = try store.load()
    try fill()
    for _ in 0..<2 {
      #expect(throws: StoreError.full(path: store.path)) {
        try store.commit(.removeRequest(Request.sample().key), .putRequest(Self.large))
      }
      #expect(try store.load() == before)
    }
    try free()
    try store.commit(.putRequest(Self.large))
    #expect(try store.load().requests == [.sample(), Self.large])
    let path = store.path
    store.close()
    #expect(try SQLiteStore(path: path).load().requests == [.sample(), Self.large])
  }

  @Test func staysUsableWhenTheDatabaseMayNotGrow() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    try checkRecovery(store) {
      try store.integers("PRAGMA max_page_count = 1")
    } free: {
      try store.integers("PRAGMA max_page_count = 1000000")
    }
  }

  /// The database of an older daemon lacks the tables that were added since, and has no space for them.
  @Test func addedTablesAreInMemoryIfTheyHaveNoSpace() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.database)
    defer { database.close() }
    try Schema.make(in: database)
    try database.execute("PRAGMA max_page_count = 1")
    try Schema.createAddedTablesIfMissing(in: database)
    try database.execute("INSERT INTO past (at_ns, name) VALUES (1, 'power')")
    try database.execute("INSERT INTO failure_commands VALUES (1, 1000, NULL, 'backup', '{}')")
    let tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('past', 'failure_commands')"
    #expect(try database.integer("SELECT count(*) FROM past") == 1)
    #expect(try database.integer("SELECT count(*) FROM failure_commands") == 1)
    #expect(try database.integer(tables) == 0)
    // The next start finds space.
    try database.execute(
      "DROP TABLE past; DROP TABLE failure_commands; PRAGMA max_page_count = 1000000")
    try Schema.createAddedTablesIfMissing(in: database)
    #expect(try database.integer(tables) == 2)
  }

  @Test(.enabled(if: canMount, "needs the right to mount a file system"))
  func staysUsableWhenTheFileSystemIsFull() throws {
    let system = try TemporaryFileSystem(bytes: 2 << 20)
    let store = try SQLiteStore(path: system.path + "/rubato.sqlite")
    try checkRecovery(store, fill: system.fill, free: system.free)
  }

  @Test(.enabled(if: canMount, "needs the right to mount a file system"))
  func saysThatThereIsNoRoomToBegin() throws {
    let system = try TemporaryFileSystem(bytes: 65536)
    try system.fill()
    let path = system.path + "/rubato.sqlite"
    #expect(throws: StoreError.full(path: path)) { try SQLiteStore(path: path) }
    // No database was there that could have lost its content.
    try system.free()
    try system.resize(bytes: 2 << 20)
    let store = try SQLiteStore(path: path)
    #expect(store.openNotice == nil)
    #expect(try store.load() == Snapshot())
  }

  @Test(.enabled(if: canMount, "needs the right to mount a file system"))
  func saysThatThereIsNoRoomToGoOn() throws {
    let system = try TemporaryFileSystem(bytes: 2 << 20)
    let path = system.path + "/rubato.sqlite"
    let store = try SQLiteStore(path: path)
    try store.commit(.putRequest(.sample()))
    store.close()
    try system.fill()
    #expect(throws: StoreError.full(path: path)) { try SQLiteStore(path: path) }
    try system.free()
    #expect(try SQLiteStore(path: path).load().requests == [.sample()])
  }

  @Test(.enabled(if: canMount, "needs the right to mount a file system"))
  func aDamagedDatabaseStaysWhereItIsUntilThereIsRoom() throws {
    let system = try TemporaryFileSystem(bytes: 2 << 20)
    let path = system.path + "/rubato.sqlite"
    let store = try SQLiteStore(path: path)
    try store.commit(.putRequest(.sample()))
    let page = try store.integers("SELECT rootpage FROM sqlite_master WHERE name = 'apps'")[0]
    store.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(page - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xa5, count: 4096))
    try file.close()
    try system.fill()
    for _ in 0..<2 {
      #expect(throws: StoreError.full(path: path)) { try SQLiteStore(path: path) }
    }
    try system.free()
    let next = try SQLiteStore(path: path)
    #expect(next.openNotice != nil)
    #expect(try next.load().requests == [.sample()])
  }

  @Test(.enabled(if: canMount, "needs the right to mount a file system"))
  func namesAFileSystemThatIsReadOnly() throws {
    let system = try TemporaryFileSystem(bytes: 2 << 20)
    let path = system.path + "/rubato.sqlite"
    try SQLiteStore(path: path).close()
    try system.remountReadOnly()
    let reason = "Read-only file system"
    #expect(
      throws: StoreError.notWritable(path: system.path + "/rubato.lock", reason: reason)
    ) { try SQLiteStore(path: path) }
  }
}
