import Foundation
import Scheduling
import Testing

@testable import Store

/// Databases with damaged pages: the rows of other pages are kept, and every loss is reported.
@Suite struct DamagedPagesTests {
  private let paged: PagedStore
  private let seed: UInt64

  /// `make stress` sets another seed in each round.
  init() throws {
    seed = ProcessInfo.processInfo.environment["RUBATO_PAGES_SEED"].flatMap { UInt64($0) } ?? 5
    paged = try PagedStore(seed: seed)
  }

  enum Damage: CaseIterable {
    case zeros, noise, noiseInTheMiddle, anotherPage, emptyLeaf

    /// Whether the damage takes the whole page, so that nothing of it can be read.
    var isWhole: Bool { self != .noiseInTheMiddle }
  }

  private func damaged(_ page: Int, _ damage: Damage) -> Data {
    var random = RandomModel(seed: seed &* 1000 &+ UInt64(page))
    var file = paged.file
    let range = (page - 1) * PagedStore.pageSize..<page * PagedStore.pageSize
    switch damage {
    case .zeros: file.replaceSubrange(range, with: Data(count: range.count))
    case .noise: file.replaceSubrange(range, with: random.noise(range.count))
    case .noiseInTheMiddle:
      let start = range.lowerBound + random.below(3800)
      file.replaceSubrange(start..<start + 200, with: random.noise(200))
    case .anotherPage:
      let other = (page + 7) % paged.pageCount * PagedStore.pageSize
      file.replaceSubrange(range, with: paged.file[other..<other + PagedStore.pageSize])
    case .emptyLeaf:
      var empty = Data(count: range.count)
      empty.replaceSubrange(0..<8, with: [13, 0, 0, 0, 0, 0x10, 0, 0])
      file.replaceSubrange(range, with: empty)
    }
    return file
  }

  private func expectTheRestLives(_ page: Int, _ damage: Damage) throws {
    let name = "seed \(seed), \(damage) on page \(page) of \(paged.treeOfPage[page] ?? "none")"
    let (rows, notices) = try paged.opening(damaged(page, damage))
    let readable = paged.rows.filter { paged.pagesOfRow[$0]?.contains(page) != true }
    let missing = readable.subtracting(rows).count
    #expect(missing == 0, "\(name): \(missing) of \(readable.count) rows are gone; \(notices)")
    // SQLite cannot detect damage in a page that contains only text.
    guard damage.isWhole, !paged.overflowPages.contains(page) else { return }
    let isSaid = paged.rows.isSubset(of: rows) || !notices.isEmpty
    #expect(isSaid, "\(name): no notice was given")
    let foreign = rows.subtracting(paged.rows).count
    #expect(foreign == 0, "\(name): \(foreign) rows that were not there")
  }

  @Test(arguments: Damage.allCases)
  func whatLiesOnOtherPagesLives(damage: Damage) throws {
    let pages = paged.pageCount
    // The first pages of all trees, and a sample of the other pages, by the seed.
    let firsts = paged.firstPages
    let others = (1...pages).filter { !firsts.contains($0) && ($0 + Int(seed % 6)) % 6 == 0 }
    let some = firsts.union(others)
    for page in some.sorted() { try expectTheRestLives(page, damage) }
  }

  @Test func whatIsBeforeTheEndOfACutOffFileLives() throws {
    for pages in stride(from: 0, through: paged.pageCount - 1, by: 7) {
      for odd in [0, 100] {
        let (rows, notices) = try paged.opening(
          paged.file.prefix(pages * PagedStore.pageSize + odd))
        let readable = paged.rows.filter { paged.pagesOfRow[$0]?.contains { $0 > pages } != true }
        #expect(readable.isSubset(of: rows), "\(pages) pages and \(odd) bytes")
        #expect(!notices.isEmpty, "\(pages) pages and \(odd) bytes: no notice was given")
      }
    }
  }

  /// SQLite takes missing bytes for zeros, and detects no damage if they belong to text.
  @Test func aFileThatLacksTheEndOfItsLastPageIsDamaged() throws {
    for missing in [1, PagedStore.pageSize - 1, PagedStore.pageSize] {
      let (_, notices) = try paged.opening(paged.file.dropLast(missing))
      #expect(!notices.isEmpty, "without the last \(missing) bytes")
    }
    let (rows, notices) = try paged.opening(paged.file)
    #expect(rows == paged.rows && notices.isEmpty)
  }

  @Test func requestsOfWhichOnlyTheNameIsLeftAreNamed() throws {
    let page = try #require(
      paged.treeOfPage.filter { $0.value == "requests" && !paged.overflowPages.contains($0.key) }
        .keys.max())
    let lost = paged.pagesOfRow.filter { $0.value.contains(page) }.keys
    #expect(!lost.isEmpty)
    let (_, notices) = try paged.opening(damaged(page, .zeros))
    guard case .recovered(_, _, _, let report) = try #require(notices.first) else { return }
    let names = lost.map { row in
      let id = row.text.firstMatch(of: /task-[0-9]+/).map { String($0.output) } ?? ""
      return row.text.contains("'mail'") ? "1000/mail/\(id)" : "1000/\(id)"
    }
    #expect(report.lostRequests == names.sorted())
    #expect("\(try #require(notices.first))".contains("lost requests: \(names.sorted()[0])"))
  }

  /// Closes `store`, and damages a page so that the next opening recovers its database.
  private func damageDeviceEvents(of store: SQLiteStore, in directory: TemporaryDirectory) throws {
    var random = RandomModel(seed: seed)
    let root = try store.integers("SELECT rootpage FROM sqlite_master WHERE name = 'device_events'")
    store.close()
    let url = URL(fileURLWithPath: directory.database)
    var file = try Data(contentsOf: url)
    let start = (Int(try #require(root.first)) - 1) * PagedStore.pageSize
    file.replaceSubrange(
      start..<start + PagedStore.pageSize, with: random.noise(PagedStore.pageSize))
    try file.write(to: url)
  }

  /// The row of the replacement has the number of the replaced request.
  @Test func aReplacementWithDamagedTermsLeavesTheExecutedRequest() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    let executed = Request.sample(sequence: 5)
    var replacement = executed
    replacement.sequence = 6
    try store.commit(.putRequest(executed))
    try store.commit(.keepExecuted(executed))
    try store.commit(.putRequest(replacement))
    try store.integers("UPDATE requests SET terms = 'damaged'")
    try damageDeviceEvents(of: store, in: directory)
    let next = try SQLiteStore(path: directory.database)
    let snapshot = try next.load()
    #expect(snapshot.requests.isEmpty)
    #expect(snapshot.executed == [executed])
  }

  /// Old copies of a request, one with a sequence that no difference can be made of. An executed request is found by
  /// its sequence.
  @Test func olderRequestsOfANameDoNotEndARecovery() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    let request = Request.sample(sequence: 5)
    try store.commit(.putRequest(request))
    try store.integers("DROP INDEX requests_of_commands")
    for (row, sequence) in [(7, 3), (8, -Int64.max)] as [(Int64, Int64)] {
      try store.integers(
        """
        INSERT INTO requests SELECT \(row), owner, app, id,
        json_set(terms, '$.sequence', \(sequence)), progress FROM requests WHERE sequence = 5
        """)
    }
    try damageDeviceEvents(of: store, in: directory)
    let next = try SQLiteStore(path: directory.database)
    #expect(try next.load().requests == [request])
    #expect(try next.integers("SELECT sequence FROM executed_requests") == [3])
  }

  @Test(arguments: ["progress TEXT", "learned (", "CREATE TABLE runs", "TABLE schema"])
  func tablesThatAreDeclaredOtherwiseAreRead(text: String) throws {
    // The page itself is valid, and only a letter in it has changed.
    var file = paged.file
    let place = try #require(file.range(of: Data(text.utf8)))
    file[place.lowerBound + 2] ^= 1
    let (rows, notices) = try paged.opening(file)
    #expect(paged.rows.subtracting(rows).isEmpty)
    #expect(!notices.isEmpty)
  }

  @Test func aDamagedLogIsNoShorterLog() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    for number in 1...30 as ClosedRange<Int64> {
      try store.commit(.putRequest(.sample("task-\(number)", sequence: number)))
    }
    let url = URL(fileURLWithPath: directory.database)
    let (file, log) = (
      try Data(contentsOf: url), try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
    )
    let requests = try store.load().requests
    store.close()
    var random = RandomModel(seed: seed)
    let frames = (log.count - 32) / (24 + PagedStore.pageSize)
    for frame in 0..<frames {
      var damaged = log
      let start = 32 + frame * (24 + PagedStore.pageSize) + 24 + 1000
      damaged.replaceSubrange(start..<start + 2000, with: random.noise(2000))
      let next = try TemporaryDirectory()
      try file.write(to: URL(fileURLWithPath: next.database))
      try damaged.write(to: URL(fileURLWithPath: next.database + "-wal"))
      let opened = try SQLiteStore(path: next.database)
      let found = try opened.load().requests
      // The last transaction may have been cut off by a loss of power.
      #expect(found.count >= requests.count - 1 || opened.openNotice != nil, "frame \(frame)")
      opened.close()
    }
  }

  /// The recovery reads each page up to the last one.
  @Test func aDamagedPageNumberInTheLogIsIgnored() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    for number in 1...5 as ClosedRange<Int64> {
      try store.commit(.putRequest(.sample("task-\(number)", sequence: number)))
    }
    let pageCount = Int(try store.integers("PRAGMA page_count")[0])
    var log = try Data(contentsOf: URL(fileURLWithPath: directory.database + "-wal"))
    store.close()
    // The highest byte of the page number in the first frame, which follows the header of the log.
    log[32] = 0x7f
    let path = directory.path + "/log"
    try log.write(to: URL(fileURLWithPath: path))
    let bytes = try #require(Bytes(path: path))
    let damaged = try #require(RawLog(bytes))
    #expect(damaged.isDamaged && damaged.lastPage <= pageCount)
  }

  @Test func aRecoveryThatWasCutOffIsFinished() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    try store.commit(.putRequest(.sample()))
    store.close()
    try FileManager.default.moveItem(
      atPath: directory.database, toPath: directory.database + ".recovered")
    try Data("left over".utf8).write(to: URL(fileURLWithPath: directory.database + ".recovering"))
    let next = try SQLiteStore(path: directory.database)
    #expect(try next.load().requests == [.sample()])
  }

  /// SQLite would apply the log of the damaged database to the recovered one.
  @Test func aRecoveryThatWasCutOffBeforeItsLogWasSetAsideIsFinished() throws {
    let directory = try TemporaryDirectory()
    let log = URL(fileURLWithPath: directory.database + "-wal")
    let kept = directory.database + ".unreadable-1"
    let damaged = try SQLiteStore(path: directory.database)
    try damaged.commit(.putRequest(.sample("damaged", sequence: 1)))
    let logOfDamaged = try Data(contentsOf: log)
    damaged.close()
    try FileManager.default.moveItem(atPath: directory.database, toPath: kept)
    let recovered = try SQLiteStore(path: directory.database)
    try recovered.commit(.putRequest(.sample("recovered", sequence: 1)))
    recovered.close()
    try FileManager.default.moveItem(
      atPath: directory.database, toPath: directory.database + ".recovered")
    try logOfDamaged.write(to: log)

    let next = try SQLiteStore(path: directory.database)
    #expect(try next.load().requests.map(\.key.id) == ["recovered"])
    #expect(next.notices == [])
    #expect(FileManager.default.contents(atPath: kept + "-wal") == logOfDamaged)
  }

  /// The daemon was killed after it had set the log aside, and before the index of the log.
  @Test func theIndexOfALogIsSetAsideNextToTheLog() throws {
    let directory = try TemporaryDirectory()
    let database = directory.database
    let recovered = try SQLiteStore(path: database)
    recovered.close()
    try FileManager.default.moveItem(atPath: database, toPath: database + ".recovered")
    let index = Data("index".utf8)
    for suffix in [".unreadable-1", ".unreadable-1-wal", "-shm"] {
      try index.write(to: URL(fileURLWithPath: database + suffix))
    }
    let next = try SQLiteStore(path: database)
    #expect(next.notices == [])
    #expect(FileManager.default.contents(atPath: database + ".unreadable-1-shm") == index)
  }
}
