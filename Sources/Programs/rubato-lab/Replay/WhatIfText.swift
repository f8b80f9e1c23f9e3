import Control
import Recording
import Scheduling
import Terminal

/// The output of `replay --policy` for people.
enum WhatIfText {
  /// Returns a table of the requests whose results differ, the number of the others, and remarks.
  static func lines(_ whatIf: WhatIf, policy: String, on screen: Screen) -> [String] {
    let replay = whatIf.replay
    var lines = [
      "\(ReplayText.count(replay.events, "event", "events")), with the recorded settings"
        + " and those of \(policy.visible):", "",
    ]
    if whatIf.rows.contains(where: \.differs) { lines += table(whatIf).lines(on: screen) }
    let same = whatIf.rows.count { !$0.differs }
    if same > 0 { lines.append("\(same) of \(whatIf.rows.count) requests: no difference") }
    if replay.differing > 0 {
      lines += [
        "",
        "With the recorded settings, \(replay.differing) decisions differ from the recording"
          + " (see rubatoctl replay without --policy); the values before an arrow are of this version.",
      ]
    }
    return lines + ["", note]
  }

  private static let note = """
    External events happen at the recorded times. Runs are modelled: each run takes the average time \
    of the recorded runs of its request that ended without a stop, and ends as most of them did. A \
    warned run stops within 0.1 s, or not at all if its recorded runs did not. Commits succeed.
    """

  /// Returns a row for each request whose results differ: its numbers of runs by outcome, and its first start.
  private static func table(_ whatIf: WhatIf) -> Table {
    var table = Table([
      .init("REQUEST"), .init("RUNS", .right), .init("DONE", .right), .init("EXPIRED", .right),
      .init("KILLED", .right), .init("FIRST START"),
    ])
    for row in whatIf.rows where row.differs {
      table.add([
        .init(row.key.nameWithOwner), .init(pair(row, \.runs)), .init(pair(row, \.completed)),
        .init(pair(row, \.expired)), .init(pair(row, \.killed)), .init(start(row)),
      ])
    }
    return table
  }

  /// Returns a number of runs with the recorded and with the other settings, such as `3 → 5`; one number if they are
  /// equal.
  private static func pair(_ row: WhatIf.Row, _ figure: KeyPath<RequestTally, Int>) -> String {
    let (then, now) = (row.then[keyPath: figure], row.now[keyPath: figure])
    return then == now ? "\(then)" : "\(then) → \(now)"
  }

  /// Returns the difference between the first starts of a request, in words: `same` if it is less than a second.
  private static func start(_ row: WhatIf.Row) -> String {
    switch (row.then.first, row.now.first) {
    case (nil, nil): return "never"
    case (_?, nil): return "never now"
    case (nil, _?): return "only now"
    case (let then?, let now?):
      let distance = (now - then).seconds
      guard abs(distance) >= 1 else { return "same" }
      return "\(DurationText.rough(abs(distance))) \(distance < 0 ? "earlier" : "later")"
    }
  }
}

/// The output of `replay --policy` for programs.
struct WhatIfReport: Encodable {
  struct Tally: Encodable {
    var runs: Int
    var completed: Int
    var expired: Int
    var killed: Int
    @ExplicitNull var first: String?

    /// Converts the results of one request, with its first start as text in UTC.
    init(_ tally: RequestTally) {
      runs = tally.runs
      completed = tally.completed
      expired = tally.expired
      killed = tally.killed
      first = tally.first.map { UniversalTime.text($0) }
    }
  }

  struct Request: Encodable {
    var owner: UInt32
    @ExplicitNull var app: String?
    var id: String
    var then: Tally
    var now: Tally
  }

  var events: Int
  var differing: Int
  /// Requests with other results under the other settings.
  var differingRequests: Int
  var requests: [Request]

  /// Converts the results of all requests, with the recorded settings (`then`) and with the other ones (`now`).
  init(_ whatIf: WhatIf) {
    events = whatIf.replay.events
    differing = whatIf.replay.differing
    differingRequests = whatIf.rows.count(where: \.differs)
    requests = whatIf.rows.map { row in
      Request(
        owner: row.key.owner, app: row.key.app, id: row.key.id, then: Tally(row.then),
        now: Tally(row.now))
    }
  }
}
