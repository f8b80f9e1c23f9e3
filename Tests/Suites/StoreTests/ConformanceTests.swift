import Scheduling
import Store
import Testing

/// The behaviour of every store.
@Suite struct ConformanceTests {
  @Test(arguments: Backend.allCases)
  func beginsEmpty(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    #expect(try fixture.store.load() == Snapshot())
    #expect(try fixture.store.runs(RunQuery()) == [])
    #expect(try fixture.store.deviceHistory(limit: 10) == [])
  }

  @Test(arguments: Backend.allCases, 1...8 as ClosedRange<UInt64>)
  func readsBackWhatWasWritten(_ backend: Backend, seed: UInt64) throws {
    let fixture = try StoreFixture(backend)
    var random = RandomModel(seed: seed)
    var expected = ExpectedContents()
    for round in 0..<30 {
      let changes = random.changes(on: expected) + random.updates(of: expected)
      let (instant, bootID) = (random.instant(), random.text())
      try fixture.store.commit(changes, at: instant, bootID: bootID)
      expected.commit(changes, at: instant, bootID: bootID)
      if round % 5 == 0 { try fixture.reopen() }
      try #require(try fixture.store.load() == expected.snapshot)
      try #require(try fixture.store.runs(RunQuery(limit: .max)) == expected.runs)
      try #require(try fixture.store.deviceHistory(limit: .max) == expected.events)
      try #require(try fixture.store.failureCommands() == expected.failureCommands)
    }
  }

  @Test(arguments: Backend.allCases)
  func appliesChangesOfOneCommitInTheirOrder(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    let (first, second) = (Request.sample(sequence: 1), Request.sample(sequence: 2))
    try fixture.store.commit(
      .putRequest(first), .removeRequest(first.key), .putRequest(second))
    try fixture.reopen()
    #expect(try fixture.store.load().requests == [second])
  }

  @Test(arguments: Backend.allCases)
  func keepsWhatARunExecutesUntilItEnds(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    let (first, second) = (Request.sample(sequence: 1), Request.sample(sequence: 2))
    let run = Run.sample(1, of: first)
    try fixture.store.commit(
      .putRequest(first), .putRun(run), .putRequest(second), .keepExecuted(first))
    try fixture.reopen()
    #expect(try fixture.store.load().executed == [first])
    #expect(try fixture.store.load().requests == [second])
    try fixture.store.commit(.putRun(run.ended()))
    try fixture.reopen()
    #expect(try fixture.store.load().executed == [])
  }

  @Test(arguments: Backend.allCases)
  func keepsWhyARunDeferredBeforeItsFreeze(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    var runs = [Run.sample(1), .sample(2)]
    for index in runs.indices {
      runs[index].phase = .frozen(.paused, since: AwakeTime(seconds: 1900))
    }
    runs[1].deferralBeforeFreeze = .gate(.power)
    try fixture.store.commit(runs.map { .putRun($0) }, at: .sample(2), bootID: "boot")
    try fixture.reopen()
    #expect(try fixture.store.load().liveRuns == runs)
    var deferring = runs[1]
    (deferring.phase, deferring.deferralBeforeFreeze) = (.deferring(.gate(.power)), nil)
    try fixture.store.commit(.putRun(deferring))
    try fixture.reopen()
    #expect(try fixture.store.load().liveRuns == [runs[0], deferring])
  }

  @Test(arguments: Backend.allCases)
  func tellsRequestsApartByOwnerAppAndIdentifier(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    let requests = [
      Request.sample("a", sequence: 1), .sample("b", sequence: 2),
      .sample("a", sequence: 3, owner: 0), .sample("a", sequence: 4, app: "mail"),
      .sample("a", sequence: 5, app: "news"), .sample("A", sequence: 6),
    ]
    try fixture.store.commit(requests.map { .putRequest($0) }, at: .sample(0), bootID: "boot")
    try fixture.store.commit(.removeRequest(requests[0].key), .removeRequest(requests[3].key))
    try fixture.reopen()
    #expect(try fixture.store.load().requests.map(\.sequence) == [2, 3, 5, 6])
  }

  /// A request that replaces another takes its row, but not its place among the requests.
  @Test(arguments: Backend.allCases)
  func readsRequestsInTheOrderOfTheirSequences(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    for (id, app) in [("a", nil), ("b", nil), ("a", "mail")] as [(String, String?)] {
      let next = try fixture.store.load().nextSequence
      try fixture.store.commit(.putRequest(.sample(id, sequence: next, app: app)))
    }
    try fixture.store.commit(.putRequest(.sample("a", sequence: 4)))
    try fixture.store.commit(.putRequest(.sample("a", sequence: 5, app: "mail")))
    var last = Request.sample("a", sequence: 6)
    try fixture.store.commit(.putRequest(last))
    last.progress.failures = 2
    try fixture.store.commit(.putRequest(last))
    try fixture.reopen()
    let loaded = try fixture.store.load()
    #expect(loaded.requests.map(\.sequence) == [2, 5, 6])
    #expect(loaded.requests.last == last)
    #expect(loaded.nextSequence == 7)
    try fixture.store.commit(.removeRequest(last.key))
    try fixture.reopen()
    #expect(try fixture.store.load().requests.map(\.sequence) == [2, 5])
  }

  @Test(arguments: Backend.allCases)
  func neverUsesNumbersAgain(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    let request = Request.sample(sequence: 41)
    try fixture.store.commit(
      .putRequest(request), .putRun(.sample(7, of: request)), .removeRequest(request.key))
    try fixture.reopen()
    let snapshot = try fixture.store.load()
    #expect(snapshot.nextSequence == 42)
    #expect(snapshot.nextRun == 8)
  }

  @Test(arguments: Backend.allCases)
  func remembersWhenItLastCommitted(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    try fixture.store.commit([], at: .sample(5), bootID: "first")
    try fixture.store.commit([], at: .sample(2), bootID: "second")
    try fixture.reopen()
    let snapshot = try fixture.store.load()
    #expect(snapshot.lastCommit == .sample(2))
    #expect(snapshot.bootID == "second")
  }

  @Test(arguments: Backend.allCases)
  func keepsAnEnvironmentOfHalfAMegabyte(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    var request = Request.sample()
    for number in 0..<500 {
      request.terms.command.environment["VARIABLE_\(number)"] = String(repeating: "x\"", count: 512)
    }
    try fixture.store.commit(.putRequest(request))
    try fixture.reopen()
    #expect(try fixture.store.load().requests == [request])
  }

  @Test(arguments: Backend.allCases)
  func refusesWorkOnceClosed(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend)
    fixture.store.close()
    fixture.store.close()
    #expect(throws: StoreError.closed) { try fixture.store.load() }
    #expect(throws: StoreError.closed) { try fixture.store.commit(.putRequest(.sample())) }
    #expect(throws: StoreError.closed) { try fixture.store.runs(RunQuery()) }
    #expect(throws: StoreError.closed) { try fixture.store.deviceHistory(limit: 1) }
    #expect(throws: StoreError.closed) { try fixture.store.failureCommands() }
  }
}
