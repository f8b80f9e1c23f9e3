import Foundation
import Scheduling
import Testing

@testable import Store

/// Databases that are opened, set aside or refused.
@Suite struct OpeningTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func open() throws -> SQLiteStore {
    try SQLiteStore(path: directory.database)
  }

  private func refusal(path: String) -> StoreError? {
    do {
      _ = try SQLiteStore(path: path)
      return nil
    } catch {
      return error
    }
  }

  private func contents(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(name)"))
  }

  @Test func refusesADatabaseOfANewerVersionAndLeavesItAlone() throws {
    var store: SQLiteStore? = try open()
    try store?.integers("INSERT INTO schema VALUES (12), (7)")
    store?.close()
    store = nil
    let before = try contents("rubato.sqlite")
    let error = refusal(path: directory.database)
    #expect(error == .newer(path: directory.database, schema: 12, known: 1))
    #expect(try #require(error).description.contains("upgrade rubatod"))
    #expect(try contents("rubato.sqlite") == before)
  }

  @Test func refusesADatabaseFromBeforeTheFirstReleaseAndLeavesItAlone() throws {
    let store = try open()
    try store.integers("ALTER TABLE schema RENAME TO grdb_migrations")
    store.close()
    let before = try contents("rubato.sqlite")
    let error = refusal(path: directory.database)
    #expect(error == .unreleased(path: directory.database))
    #expect(try #require(error).description.contains("mv \(directory.database)"))
    #expect(try contents("rubato.sqlite") == before)
  }

  @Test func refusesADatabaseOfAnotherProgramAndLeavesItAlone() throws {
    let store = try open()
    try store.integers("PRAGMA application_id = 7")
    store.close()
    let before = try contents("rubato.sqlite")
    #expect(refusal(path: directory.database) == .foreign(path: directory.database))
    #expect(try contents("rubato.sqlite") == before)
  }

  @Test func setsAsideWhatIsNoDatabase() throws {
    for number in 1...3 {
      let garbage = Data("This is not a database, for the \(number). time.\n".utf8)
      try garbage.write(to: URL(fileURLWithPath: directory.database))
      let store = try open()
      guard case .setAside(let path, let kept, _) = try #require(store.openNotice) else { return }
      #expect(path == directory.database)
      #expect(kept == "\(directory.database).unreadable-\(number)")
      #expect(try contents("rubato.sqlite.unreadable-\(number)") == garbage)
      #expect(try store.load() == Snapshot())
      try store.commit(.putRequest(.sample()))
      store.close()
      let again = try open()
      #expect(again.openNotice == nil)
      #expect(try again.load().requests == [.sample()])
      again.close()
    }
  }

  @Test func setsAsideWhatHasNoBytesWithItsLog() throws {
    let store = try open()
    try store.commit(.putRequest(.sample()))
    let log = try contents("rubato.sqlite-wal")
    store.close()
    try Data().write(to: URL(fileURLWithPath: directory.database))
    try log.write(to: URL(fileURLWithPath: "\(directory.database)-wal"))
    let next = try open()
    guard case .recovered(_, let kept, let reason, _) = try #require(next.openNotice) else {
      Issue.record("\(String(describing: next.openNotice))")
      return
    }
    #expect(reason == "it is empty")
    #expect(!log.isEmpty && FileManager.default.contents(atPath: "\(kept)-wal") == log)
    // All changes were in the log.
    #expect(try next.load().requests == [.sample()])
  }

  @Test func aFirstStartThatWasInterruptedBeginsAgain() throws {
    let leftOver = "\(directory.database).recovering"
    try Data("left over".utf8).write(to: URL(fileURLWithPath: leftOver))
    let store = try open()
    #expect(store.openNotice == nil)
    #expect(try store.load() == Snapshot())
    #expect(!FileManager.default.fileExists(atPath: leftOver))
  }

  /// The log of a database that is no longer there does not become that of the next one.
  @Test func aLogWithoutItsDatabaseIsSetAside() throws {
    let store = try open()
    try store.commit(.putRequest(.sample()))
    let log = try contents("rubato.sqlite-wal")
    store.close()
    try FileManager.default.removeItem(atPath: directory.database)
    try log.write(to: URL(fileURLWithPath: "\(directory.database)-wal"))
    // An earlier database that was set aside without a log.
    let earlier = "\(directory.database).unreadable-1"
    try Data("earlier".utf8).write(to: URL(fileURLWithPath: earlier))
    let next = try open()
    #expect(try next.load() == Snapshot())
    #expect(try contents("rubato.sqlite.unreadable-2-wal") == log)
    #expect(!FileManager.default.fileExists(atPath: "\(earlier)-wal"))
    let kept = "\(directory.database).unreadable-2-wal"
    #expect(next.openNotice == .logSetAside(path: directory.database, to: kept))
  }

  /// Returns the offset in the file of the first page of the b-tree of `name`.
  private func offset(of name: String, in store: SQLiteStore) throws -> Int {
    let pages = try store.integers("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'")
    return (Int(pages[0]) - 1) * 4096
  }

  private func overwrite(_ bytes: Data, at offset: Int) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: directory.database))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test func setsAsideADamagedDatabaseAndGoesOnCounting() throws {
    let store = try open()
    let requests = (1...200).map { Request.sample("task-\($0)", sequence: $0) }
    try store.commit(
      requests.map { .putRequest($0) } + [.putRun(.sample(41))], at: .sample(1), bootID: "boot")
    let page = try offset(of: "requests", in: store)
    store.close()
    try overwrite(Data(repeating: 0xa5, count: 4096), at: page)
    let damaged = try contents("rubato.sqlite")

    let next = try open()
    #expect(next.openNotice != nil)
    #expect(try contents("rubato.sqlite.unreadable-1") == damaged)
    let snapshot = try next.load()
    // The tree of the requests begins on that page, but none of them is stored on it.
    #expect(snapshot.requests == requests)
    #expect(snapshot.nextSequence == 201)
    #expect(snapshot.nextRun == 42)
  }

  @Test func setsAsideADatabaseWhoseIndexMissesRows() throws {
    let store = try open()
    let page = try offset(of: "requests_of_commands", in: store)
    store.close()
    let emptyIndex = try contents("rubato.sqlite")[page..<page + 4096]
    let again = try open()
    try again.commit(.putRequest(.sample()))
    again.close()
    try overwrite(emptyIndex, at: page)
    #expect(try open().openNotice != nil)
  }

  @Test func setsAsideACutOffDatabase() throws {
    let store = try open()
    let requests = (1...200).map { Request.sample("task-\($0)", sequence: $0) }
    try store.commit(requests.map { .putRequest($0) }, at: .sample(1), bootID: "boot")
    store.close()
    let whole = try contents("rubato.sqlite")
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: directory.database))
    let next = try open()
    #expect(next.openNotice != nil)
    #expect(try contents("rubato.sqlite.unreadable-1") == whole.prefix(whole.count / 2))
    let found = try next.load().requests
    #expect(Set(found).isSubset(of: requests))
  }

  @Test func namesTheProcessThatHoldsTheDirectory() throws {
    let store = try open()
    let error = refusal(path: directory.database)
    #expect(error == .inUse(directory: directory.path, pid: getpid()))
    #expect(try #require(error).description.contains("process \(getpid())"))
    try store.commit(.putRequest(.sample()))
    store.close()
    #expect(try open().load().requests == [.sample()])
  }

  @Test func namesAnotherProcessThatHoldsTheDirectory() async throws {
    let store = try open()
    let (path, pid) = (directory.database, getpid())
    await #expect(processExitsWith: .success) { [path = path as String, pid = pid as Int32] in
      #expect(throws: StoreError.inUse(directory: path.parentDirectory, pid: pid)) {
        try SQLiteStore(path: path)
      }
    }
    try store.commit(.putRequest(.sample()))
  }

  /// After the first close, another thread can have a descriptor with the same number.
  @Test func closesTheFileOfALockThatItDoesNotGetOnce() async throws {
    let store = try open()
    let path = directory.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      errno = 0
      let isLocked = (try? StateLock(directory: path)) != nil
      let code = errno
      #expect(!isLocked && code != EBADF)
    }
    store.close()
  }

  @Test func namesAMissingDirectory() throws {
    let missing = directory.path + "/none"
    #expect(refusal(path: missing + "/rubato.sqlite") == .missingDirectory(missing))
    try Data().write(to: URL(fileURLWithPath: missing))
    #expect(refusal(path: missing + "/rubato.sqlite") == .missingDirectory(missing))
  }

  // No user can create files in sysfs, not even root.
  @Test func namesADirectoryThatCannotBeWritten() throws {
    let error = try #require(refusal(path: "/sys/rubato.sqlite"))
    guard case .notWritable(let path, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(path == "/sys/rubato.lock")
    #expect(!reason.isEmpty)
    #expect(error.description.contains("--state-directory"))
  }

  @Test func refusesADirectoryInThePlaceOfTheDatabase() throws {
    try FileManager.default.createDirectory(
      atPath: directory.database, withIntermediateDirectories: false)
    let error = StoreError.notWritable(path: directory.database, reason: "Is a directory")
    #expect(refusal(path: directory.database) == error)
  }
}
