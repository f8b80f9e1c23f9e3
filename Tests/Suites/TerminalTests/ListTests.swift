import Control
import Testing
import Vocabulary

@testable import Terminal

struct ListTests {
  private func ids(
    _ requests: [RequestInfo], states: [String] = [], sort: String? = nil,
    isDescending: Bool = false
  ) throws -> [String] {
    try RequestSelection(states: states, sort: sort, isDescending: isDescending)
      .applied(to: requests).map(\.id)
  }

  private func request(
    _ id: String, priority: Int64? = nil, latest: String? = nil, state: String = "waiting",
    reasons: [String] = []
  ) -> RequestInfo {
    var request = RequestInfo.sample(state: state, reasons: reasons)
    (request.id, request.priority, request.latest) = (id, priority, latest)
    return request
  }

  @Test func sortsByAColumnWithMissingValuesLast() throws {
    let requests = [
      request("c", latest: "2026-03-05T00:00:00Z"), request("a"),
      request("b", priority: 10, latest: "2026-03-04T00:00:00Z"),
      request("d", priority: -3, latest: "2026-03-05T00:00:00Z"),
    ]
    #expect(try ids(requests) == ["c", "a", "b", "d"])
    #expect(try ids(requests, sort: "id") == ["a", "b", "c", "d"])
    #expect(try ids(requests, sort: "latest") == ["b", "c", "d", "a"])
    #expect(try ids(requests, sort: "latest", isDescending: true) == ["c", "d", "b", "a"])
    #expect(try ids(requests, sort: "priority", isDescending: true) == ["b", "c", "a", "d"])
  }

  @Test func selectsStates() throws {
    var frozen = request("frozen", state: "running")
    (frozen.runState, frozen.frozenBy) = ("frozen", "paused")
    var failing = request("failing")
    failing.failures = 2
    let requests = [
      frozen, failing, request("paused", reasons: ["paused"]), request("runs", state: "running"),
    ]
    #expect(try ids(requests, states: ["waiting"]) == ["failing", "paused"])
    #expect(try ids(requests, states: ["running"]) == ["frozen", "runs"])
    #expect(try ids(requests, states: ["frozen"]) == ["frozen"])
    #expect(try ids(requests, states: ["paused,failing"]) == ["frozen", "failing", "paused"])
    #expect(try ids(requests, states: ["quarantined"]).isEmpty)
  }

  @Test func refusesUnknownWords() {
    #expect {
      try RequestSelection(states: ["held"], sort: nil, isDescending: false)
    } throws: {
      "\($0)".hasPrefix("--state 'held' is not allowed; use waiting, running, ")
    }
    #expect {
      try RequestColumn.parse(["id,comand"], of: "--columns")
    } throws: {
      "\($0)".hasPrefix("--columns 'comand' is not allowed; use id, owner, ")
    }
  }

  @Test func showsTheChosenColumns() throws {
    var request = RequestInfo.sample(reasons: ["power"])
    (request.priority, request.tags, request.every) = (7, ["photos", "nightly"], 86_400)
    let columns = try #require(
      try RequestColumn.parse(["id,priority,tags", "every,command"], of: "--columns"))
    let lines = RequestTable.lines(
      [request], running: 0, columns: columns, owner: nil, on: .sample())
    let rows = Array(lines.prefix(2))
    #expect(
      rows == [
        "ID      PRIORITY  TAGS             EVERY  COMMAND",
        "backup         7  photos, nightly  1 d    /usr/bin/restic backup '/home/my files'",
      ])
  }

  /// After the last date of its calendar, a request stays until its timer is released.
  @Test func showsNoEarliestDateAfterTheLastOne() {
    var request = RequestInfo.sample()
    request.earliest = UniversalTime.text(CalendarEvent.endOfDates)
    #expect(request.firstStart == nil)
    // A date of the clock of a simulation, which ends with 2199, can be later.
    request.earliest = "2201-03-02T12:00:00.000Z"
    #expect(request.firstStart == request.earliest)
  }

  @Test func hasACellForEachColumn() {
    for column in RequestColumn.allCases {
      let lines = RequestTable.lines(
        [.sample()], running: 0, columns: [column], owner: nil, on: .sample())
      #expect(lines.count == 4)
    }
  }

  @Test func wrapsInsteadOfCutting() throws {
    var request = RequestInfo.sample(reasons: ["power", "userActive", "network"])
    request.arguments = [
      "/usr/bin/rsync", "--archive", "--delete", "/home/ada/Pictures", "nas:/photos",
    ]
    let columns: [RequestColumn] = [.id, .command, .reason]
    let lines = RequestTable.lines(
      [request], running: 0, columns: columns, owner: nil, on: .sample(width: 60))
    let rows = lines.flatMap { $0.split(separator: "\n") }
    #expect(rows.allSatisfy { $0.columns <= 60 })
    #expect(!lines.joined().contains("…"))
    let words = rows.joined(separator: " ")
    for word in ["--archive", "--delete", "/home/ada/Pictures", "nas:/photos"] {
      #expect(words.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("a b c", 3, ["a b", "c"]), ("abcdef", 4, ["abcd", "ef"]), ("a bcdef", 4, ["a", "bcde", "f"]),
    ("你好吗", 4, ["你好", "吗"]), ("abc", 3, ["abc"]),
  ])
  func wrapsCells(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }

  @Test func namesTheKindOfTheNextStart() {
    let clock = WallClock.sample
    var request = RequestInfo.sample(reasons: ["earliest"])
    request.next = "2026-03-02T15:00:00Z"
    #expect(NextStart(request, likely: nil).text(clock) == "in 3 h (earliest)")
    request.reasons = ["power"]
    #expect(NextStart(request, likely: nil).text(clock) == "unknown")
    let likely = LikelyInfo(from: "2026-03-02T17:00:00Z", until: "2026-03-02T22:00:00Z")
    #expect(NextStart(request, likely: likely).text(clock) == "in 5 h (forecast)")
    request.reasons = ["betterMoment"]
    #expect(NextStart(request, likely: nil).text(clock) == "in 3 h (forecast)")
    request.next = nil
    #expect(NextStart(request, likely: nil).text(clock) == "unknown")
  }

  @Test func takesForecastsFromExplanations() {
    var explanation = ExplanationInfo.sample(causes: [.unplugged])
    explanation.likely = LikelyInfo(from: "2026-03-02T17:00:00Z", until: "2026-03-02T22:00:00Z")
    let request = RequestInfo.sample(reasons: ["power"])
    #expect(RequestForecasts.areNeeded(for: [request]))
    #expect(!RequestForecasts.areNeeded(for: [.sample(reasons: ["earliest"])]))
    let lines = RequestTable.lines(
      [request], running: 0, forecasts: RequestForecasts([explanation]), owner: nil, on: .sample())
    #expect(lines[1].contains("in 5 h (forecast)"))
  }
}
