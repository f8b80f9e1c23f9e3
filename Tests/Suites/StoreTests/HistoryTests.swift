import Scheduling
import Store
import Testing

/// Queries of runs and device events, and the number of them that is kept.
@Suite struct HistoryTests {
  private let limits = HistoryLimits(runsPerKey: 4, runs: 10, deviceEvents: 6, slack: 5)

  private static let queries: [(RunQuery, [RunID])] = [
    (RunQuery(), [6, 5, 4, 3, 2, 1]),
    (RunQuery(limit: 2), [6, 5]),
    (RunQuery(limit: 0), []),
    (RunQuery(limit: -1), []),
    (RunQuery(owners: [0]), [5]),
    (RunQuery(owners: [0, 1000]), [6, 5, 4, 3, 2, 1]),
    (RunQuery(owners: []), []),
    (RunQuery(key: RequestKey(owner: 1000, id: "a")), [6, 1]),
    (RunQuery(key: RequestKey(owner: 1000, app: "mail", id: "a")), [4]),
    (RunQuery(id: "a"), [6, 5, 4, 1]),
    (RunQuery(owners: [1000], id: "a", limit: 2), [6, 4]),
    (RunQuery(app: "mail"), [4, 3]),
    (RunQuery(id: "a", app: "news"), []),
    (RunQuery(run: 3), [3]),
    (RunQuery(owners: [0], run: 3), []),
    (RunQuery(id: "a", before: 5), [4, 1]),
    (RunQuery(id: "c"), []),
  ]

  @Test(arguments: Backend.allCases, queries)
  func findsRuns(_ backend: Backend, _ example: (query: RunQuery, found: [RunID])) throws {
    let store = try StoreFixture(backend).store
    let requests = [
      Request.sample("a"), .sample("b"), .sample("b", app: "mail"), .sample("a", app: "mail"),
      .sample("a", owner: 0), .sample("a"),
    ]
    for (index, request) in requests.enumerated() {
      let run = Run.sample(RunID(index + 1), of: request)
      try store.commit(.putRun(index.isMultiple(of: 2) ? run : run.ended()))
    }
    #expect(try store.runs(example.query).map(\.id) == example.found)
  }

  @Test(arguments: Backend.allCases)
  func keepsTheNewestRunsOfAKeyAndEveryLiveOne(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend, limits: limits)
    try fixture.store.commit(.putRun(.sample(1)))
    try fixture.store.commit(.putRun(.sample(2, of: .sample("other")).ended()))
    for id in 3...40 as ClosedRange<RunID> {
      try fixture.store.commit(.putRun(.sample(id).ended()))
    }
    let ids = try fixture.store.runs(RunQuery(limit: .max)).map(\.id)
    #expect(ids.starts(with: [40, 39, 38, 37]))
    #expect(ids.suffix(2) == [2, 1])
    #expect(ids.count <= 2 + limits.runsPerKey + limits.slack)
    #expect(try fixture.store.load().liveRuns.map(\.id) == [1])
  }

  @Test(arguments: Backend.allCases)
  func boundsRunsInAll(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend, limits: limits)
    for id in 1...60 as ClosedRange<RunID> {
      try fixture.store.commit(.putRun(.sample(id, of: .sample("task-\(id)")).ended()))
    }
    let ids = try fixture.store.runs(RunQuery(limit: .max)).map(\.id)
    #expect(ids.count >= limits.runs)
    #expect(ids.count <= limits.runs + limits.slack)
    #expect(ids == (61 - RunID(ids.count)...60).reversed())
  }

  @Test(arguments: Backend.allCases)
  func whoeverHasMostRunsLosesTheirs(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend, limits: limits)
    for id in 1...3 as ClosedRange<RunID> {
      try fixture.store.commit(.putRun(.sample(id, of: .sample("rare-\(id)", owner: 5)).ended()))
    }
    for id in 4...60 as ClosedRange<RunID> {
      try fixture.store.commit(.putRun(.sample(id, of: .sample("task-\(id)")).ended()))
    }
    let ids = try fixture.store.runs(RunQuery(limit: .max)).map(\.id)
    #expect(ids.suffix(3) == [3, 2, 1])
    #expect(ids.count <= limits.runs + limits.slack)
  }

  @Test(arguments: Backend.allCases)
  func whatIsTooOldGoesWithTheNextEndButForTheNewestOfAKey(_ backend: Backend) throws {
    let limits = HistoryLimits(runsPerKey: 100, age: .days(90))
    let store = try StoreFixture(backend, limits: limits).store
    for id in 1...3 as ClosedRange<RunID> { try store.commit(.putRun(.sample(id).ended())) }
    let rare = Run.sample(4, of: .sample("rare"))
    try store.commit(.putRun(rare.ended()))
    let ids = { try store.runs(RunQuery(limit: .max)).map(\.id) }
    // A sample run with number n ends 100 + n seconds after the time of the fixture. The time of the commit is
    // explicit.
    let day = Int64(86_400)
    var late = Run.sample(5)
    late.phase = .ended(Ending(at: Instant.sample(91 * day).wall, outcome: .completed))
    #expect(try ids() == [4, 3, 2, 1])
    try store.commit([.putRun(late)], at: .sample(91 * day), bootID: "boot")
    #expect(try ids() == [5, 4])
    // Old runs are removed once a day.
    var later = Run.sample(6)
    later.phase = late.phase
    try store.commit([.putRun(later)], at: .sample(182 * day), bootID: "boot")
    #expect(try ids() == [6, 4])
  }

  /// An empty battery sets the clock years ahead until the network corrects it.
  @Test(arguments: Backend.allCases)
  func aClockFarAheadDeletesNothingByAgeForADay(_ backend: Backend) throws {
    let limits = HistoryLimits(runsPerKey: 100, age: .days(90), past: 16, slack: 1)
    let store = try StoreFixture(backend, limits: limits).store
    for id in 1...3 as ClosedRange<RunID> {
      let entry = PastEntry.gap(PastGap(Instant.sample(id).wall, Instant.sample(id).wall, .dropped))
      try store.commit(.putRun(.sample(id).ended()), .past([entry]))
    }
    let day = Int64(86_400)
    var ahead = Instant.sample(4000 * day)
    for uptime in [60, day - 1] {
      ahead.boot = BootTime(seconds: uptime)
      ahead.wall = Instant.sample(4000 * day + uptime).wall
      try store.commit(
        [.putRun(.sample(4).ended()), .past([.gap(PastGap(ahead.wall, ahead.wall, .dropped))])],
        at: ahead, bootID: "another")
    }
    #expect(try store.runs(RunQuery(limit: .max)).map(\.id) == [4, 3, 2, 1])
    #expect(try store.past(PastQuery(limit: .max)).count == 5)
    // After a day, the date is used.
    ahead.boot = BootTime(seconds: day + 60)
    ahead.wall = Instant.sample(4001 * day + 60).wall
    try store.commit(
      [.putRun(.sample(4).ended()), .past([.gap(PastGap(ahead.wall, ahead.wall, .dropped))])],
      at: ahead, bootID: "another")
    #expect(try store.runs(RunQuery(limit: .max)).map(\.id) == [4])
    #expect(try store.past(PastQuery(limit: .max)).count == 3)
  }

  /// The second daemon of a boot cannot know that the clock was set before the first commit of the first one.
  @Test func aRestartOfTheDaemonDoesNotEndTheTrialOfAJump() throws {
    let fixture = try StoreFixture(.sqlite, limits: HistoryLimits(runsPerKey: 100, age: .days(90)))
    for id in 1...3 as ClosedRange<RunID> {
      try fixture.store.commit(.putRun(.sample(id).ended()))
    }
    let day = Int64(86_400)
    for uptime in [60, 120, day + 60] {
      try fixture.reopen()
      #expect(try fixture.store.runs(RunQuery(limit: .max)).map(\.id) == [3, 2, 1])
      var ahead = Instant.sample(4000 * day + uptime)
      ahead.boot = BootTime(seconds: uptime)
      try fixture.store.commit([.putRun(.sample(3).ended())], at: ahead, bootID: "another")
    }
    #expect(try fixture.store.runs(RunQuery(limit: .max)).map(\.id) == [3])
  }

  @Test(arguments: Backend.allCases)
  func aCorrectedClockDeletesByAgeAgain(_ backend: Backend) throws {
    let limits = HistoryLimits(runsPerKey: 100, age: .days(90))
    let store = try StoreFixture(backend, limits: limits).store
    for id in 1...3 as ClosedRange<RunID> { try store.commit(.putRun(.sample(id).ended())) }
    let day = Int64(86_400)
    // Each later step is too small for a jump.
    for days in [4000, 1, 25, 50, 75, 91] {
      #expect(try store.runs(RunQuery(limit: .max)).map(\.id) == [3, 2, 1])
      var now = Instant.sample(Int64(days) * day)
      now.boot = BootTime(seconds: 60)
      try store.commit([.putRun(.sample(3).ended())], at: now, bootID: "another")
    }
    #expect(try store.runs(RunQuery(limit: .max)).map(\.id) == [3])
  }

  @Test(arguments: Backend.allCases)
  func theNewestRunOfARequestStaysWhoeverHasMost(_ backend: Backend) throws {
    let store = try StoreFixture(backend, limits: limits).store
    try store.commit(
      .putRequest(.sample("monthly")), .putRun(.sample(1, of: .sample("monthly")).ended()))
    for id in 2...60 as ClosedRange<RunID> {
      try store.commit(.putRun(.sample(id, of: .sample("task-\(id)")).ended()))
    }
    let ids = try store.runs(RunQuery(limit: .max)).map(\.id)
    #expect(ids.last == 1)
    #expect(ids.count <= limits.runs + limits.slack + 1)
  }

  @Test(arguments: Backend.allCases)
  func boundsDeviceEvents(_ backend: Backend) throws {
    let fixture = try StoreFixture(backend, limits: limits)
    var state = DeviceState()
    for level in 1...50 {
      state.battery = level
      try fixture.store.commit(
        .device([.battery(level)], state, at: WallTime(seconds: Int64(level))))
    }
    let events = try fixture.store.deviceHistory(limit: .max)
    #expect(events.count >= limits.deviceEvents)
    #expect(events.count <= limits.deviceEvents + limits.slack)
    #expect(events.first == DeviceEvent(at: WallTime(seconds: 50), value: .battery(50)))
    #expect(try fixture.store.deviceHistory(limit: 2) == Array(events.prefix(2)))
    #expect(try fixture.store.load().device.battery == 50)
  }

  @Test func cutsHistoryThatGrewOverManyShortLives() throws {
    let fixture = try StoreFixture(.sqlite, limits: limits)
    for id in 1...30 as ClosedRange<RunID> {
      try fixture.store.commit(.putRun(.sample(id).ended()))
      try fixture.reopen()
    }
    let count = try fixture.store.runs(RunQuery(limit: .max)).count
    #expect(count <= limits.runsPerKey + limits.slack)
  }
}
