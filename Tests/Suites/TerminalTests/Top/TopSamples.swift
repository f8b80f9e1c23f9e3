import Control
import Scheduling

@testable import Terminal

extension TopContent {
  /// Returns a content at 13:00: two runs, some waiting requests and some ended runs.
  static func sample(
    running: [RunInfo] = [.backup, .encode], waiting: [RequestInfo] = TopContent.waitingSamples,
    ended: [RunInfo] = TopContent.endedSamples, pauses: [PauseInfo] = [], rate: Double = 1
  ) -> TopContent {
    let requests = running.map { run -> RequestInfo in
      var request = RequestInfo.named(run.id)
      (request.state, request.run, request.runState) = ("running", run.run, run.state)
      request.share = run.share
      if run.state == "frozen" {
        (request.frozenBy, request.frozenSince) = ("userActive", "2026-03-02T11:50:00Z")
      }
      return request
    }
    let list = List.Reply(requests: requests + waiting, running: Int64(running.count))
    let runs = (running + ended).sorted { $0.run > $1.run }
    return TopContent(
      .sample(pauses: pauses), list, runs, rate: rate, localTime: Self.localTime,
      userName: { "user \($0)" }
    )
  }

  static let localTime: @Sendable (WallTime) -> CivilTime = {
    CivilTime(universalSeconds: $0.nanoseconds / 1_000_000_000 + 3600)
  }

  static let waitingSamples: [RequestInfo] = [
    .named("photos", reasons: ["power", "userActive"]),
    .named("mail", reasons: ["earliest"], next: "2026-03-02T17:30:00Z"),
    .named("你好-index", reasons: ["network"]),
  ]

  static let endedSamples: [RunInfo] = [
    .ended(40, "trim", "2026-03-02T10:12:00Z", took: 4),
    .ended(39, "scrub", "2026-03-02T01:00:00Z", took: 3723, outcome: "failed", exit: 2),
  ]
}

extension TopState {
  /// Returns the state with the sample.
  static func sample(
    columns: Int = 80, rows: Int = 24, _ content: TopContent = .sample()
  ) -> TopState {
    var state = TopState(size: Size(columns: columns, rows: rows))
    _ = state.handle(.device(["power": "ac", "battery": "80", "idle": "no"], isAll: true))
    _ = state.handle(.content(content))
    return state
  }

  /// Returns the lines at a time after that of the sample.
  func lines(after seconds: Double = 0, isColoured: Bool = false) -> [String] {
    screen(after: seconds, isColoured: isColoured).lines
  }

  func screen(after seconds: Double = 0, isColoured: Bool = false) -> TopScreen {
    let look = TopLook(
      instance: "system", style: Style(isColoured: isColoured), localTime: TopContent.localTime)
    return TopScreen(
      self, at: WallClock.sample.now + .nanoseconds(Int64(bounded: seconds * 1e9)), look)
  }
}

extension Status.Reply {
  static func sample(pauses: [PauseInfo] = []) -> Status.Reply {
    Status.Reply(
      version: "1.0", now: "2026-03-02T12:00:00Z", simulated: false,
      stateDirectory: "/var/lib/rubato",
      history: RetentionInfo(seconds: 1, runs: 1, directOutputBytes: 1, usesJournal: true),
      waiting: 3, running: 2, overdue: [], failed: ["scrub"], failing: [], retrying: [],
      quarantined: [], pauses: pauses, warnings: [], invalidFiles: [])
  }
}

extension RequestInfo {
  static func named(
    _ id: String, reasons: [String] = [], next: String? = nil
  ) -> RequestInfo {
    var request = RequestInfo.sample(reasons: reasons)
    (request.id, request.next) = (id, next)
    return request
  }
}

extension RunInfo {
  static var backup: RunInfo { live(41, "backup", budget: 3600, left: 1470.5, share: 0.4) }
  static var encode: RunInfo { live(42, "encode", budget: 600, left: 42, state: "deferring") }

  static func live(
    _ run: Int64, _ id: String, budget: Double, left: Double?, state: String = "running",
    share: Double? = nil
  ) -> RunInfo {
    var info = RunInfo.sample(outcome: nil)
    (info.run, info.id, info.state, info.end) = (run, id, state, nil)
    (info.budget, info.budgetLeft, info.share) = (budget, left, share)
    return info
  }

  static func ended(
    _ run: Int64, _ id: String, _ end: String, took: Double, outcome: String = "completed",
    exit: Int64 = 0
  ) -> RunInfo {
    var info = RunInfo.sample(outcome: outcome)
    let moment = UniversalTime.parse(end) ?? WallTime(seconds: 0)
    (info.run, info.id, info.exit) = (run, id, exit)
    (info.start, info.end) = (UniversalTime.text(moment - .seconds(took)), end)
    return info
  }
}
