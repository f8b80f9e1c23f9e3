import Scheduling
import Store
import Testing

/// The log of the past: its entries can be read, and their number is limited.
@Suite struct PastTests {
  private func at(_ seconds: Int64) -> WallTime { WallTime(seconds: 1_790_000_000 + seconds) }

  private func wait(
    _ seconds: Int64, owner: UInt32 = 1000, app: String? = nil, _ reasons: [Reason]?
  ) -> PastEntry {
    let key = RequestKey(owner: owner, app: app, id: "backup")
    return .wait(PastWait(at: at(seconds), key: key, kind: .maintenance, reasons: reasons))
  }

  @Test(arguments: Backend.allCases)
  func entriesComeBackInTheirOrder(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    let entries: [PastEntry] = [
      .gap(PastGap(at(0), at(5), .stopped)), .device(.power(.battery), at: at(5)),
      .device(.battery(nil), at: at(6)), .device(.path("/mnt/a,b", isThere: true), at: at(6)),
      wait(6, [.power, .userActive]), wait(7, app: "org.example.news", []), wait(8, nil),
      .gap(PastGap(at(3), at(3), .dropped, owner: 7)), wait(2, owner: 7, [.thermal]),
    ]
    try fixture.store.commit(.past(Array(entries.prefix(3))))
    try fixture.store.commit(.past(Array(entries.dropFirst(3))))
    try fixture.reopen()
    let store = fixture.store
    let found = try store.past(PastQuery())
    #expect(found.map(\.entry) == entries)
    let numbers = found.compactMap(\.number)
    #expect(numbers.count == entries.count && numbers == numbers.sorted())
    let second = PastQuery(after: numbers[1], limit: 2)
    #expect(try store.past(second).map(\.entry) == Array(entries[2...3]))
    // A user sees no waits of others.
    #expect(try store.past(PastQuery(owner: 1000)).map(\.entry) == Array(entries.dropLast(2)))
    #expect(try store.past(PastQuery(owner: 5)).count == 4)
  }

  @Test(arguments: Backend.allCases)
  func theUserWithMostEntriesLosesTheOldest(_ backend: Backend) throws {
    let limits = HistoryLimits(runsPerKey: 4, past: 30, slack: 5)
    let store = try StoreFixture(backend, limits: limits).store
    for second in 0..<3 as Range<Int64> {
      try store.commit(.past([.device(.battery(50), at: at(second)), wait(second, owner: 5, [])]))
    }
    for second in 3..<200 as Range<Int64> { try store.commit(.past([wait(second, [.power])])) }
    let found = try store.past(PastQuery(limit: 1000)).map(\.entry)
    #expect(found.count <= limits.past + 2 * limits.slack)
    #expect(
      found.prefix(6) == [
        .device(.battery(50), at: at(0)), wait(0, owner: 5, []), .device(.battery(50), at: at(1)),
        wait(1, owner: 5, []), .device(.battery(50), at: at(2)), wait(2, owner: 5, []),
      ])
    let dropped = found.compactMap { entry in
      if case .gap(let gap) = entry { gap } else { nil as PastGap? }
    }
    let last = try #require(dropped.last)
    #expect((last.cause, last.owner) == (.dropped, 1000))
    // After the end of the last gap, no entry is missing.
    let kept = found.filter {
      if case .wait(let wait) = $0 { wait.key.owner == 1000 } else { false }
    }
    .map(\.at).filter { $0 >= last.ends }
    #expect(kept.first == last.ends && kept.last == at(199))
    #expect(Int64(kept.count) == (at(199) - last.ends).nanoseconds / 1_000_000_000 + 1)
  }

  @Test(arguments: Backend.allCases)
  func entriesThatAreTooOldAreDropped(_ backend: Backend) throws {
    let limits = HistoryLimits(runsPerKey: 4, age: .days(7), slack: 1)
    let store = try StoreFixture(backend, limits: limits).store
    let entries = [wait(0, [.power])]
    try store.commit([.past(entries)], at: .sample(0), bootID: "boot")
    #expect(try store.past(PastQuery()).count == 1)
    let later = (0..<1300 as Range<Int64>).map { wait(8 * 86_400 + $0, nil) }
    try store.commit([.past(later)], at: .sample(8 * 86_400), bootID: "boot")
    #expect(try store.past(PastQuery(limit: 1)).map(\.entry) != entries)
  }

  @Test func aWordOfANewerVersionLosesOnlyItself() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    try store.commit(.past([wait(0, [.power, .userActive]), wait(1, [.power])]))
    try store.integers("UPDATE past SET content = 'power,somethingNew' WHERE entry = 1")
    try store.integers("UPDATE past SET kind = 'somethingNew' WHERE entry = 2")
    _ = try store.load()
    #expect(try store.past(PastQuery()).map(\.entry) == [wait(0, [.power])])
    #expect(store.notices.count == 1)
  }
}
