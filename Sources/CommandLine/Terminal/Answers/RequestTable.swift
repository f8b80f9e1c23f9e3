import Control

/// The answer to `list`.
package enum RequestTable {
  /// Returns a table with a row for each request and a summary below it, or a sentence if there are none.
  ///
  /// - Parameter running: The number of current runs, including those of cancelled or resubmitted requests.
  /// - Parameter isTree: Whether each request is below the one that it follows.
  /// - Parameter owner: Returns the name of a uid; `nil` leaves out the owners.
  package static func lines(
    _ requests: [RequestInfo], running: Int, asTree isTree: Bool = false,
    owner: ((Int64) -> String)?,
    on screen: Screen
  ) -> [String] {
    guard !requests.isEmpty else {
      return [
        running == 0 ? "No requests are queued." : "No requests are queued, \(running) running."
      ]
    }
    let columns = ["ID", "KIND", "STATE", "NEXT", "LATEST", "REASON"].map {
      Table.Column($0)
    }
    var table = Table((owner == nil ? [] : [Table.Column("OWNER")]) + columns)
    let rows = isTree ? RequestTree.ordered(requests) : requests.map { ("", $0) }
    for (prefix, request) in rows {
      let owner = owner.map { [Table.Cell($0(request.owner))] } ?? []
      table.add(owner + cells(request, prefix, screen))
    }
    return table.lines(on: screen) + ["", summary(requests, running)]
  }

  /// Returns the cells of a request for all columns except the owner. For a running request, the last cell omits the
  /// title, the reasons to wait and the number of failures.
  ///
  /// - Parameter prefix: The text before its name.
  private static func cells(
    _ request: RequestInfo, _ prefix: String, _ screen: Screen
  ) -> [Table.Cell] {
    let isRunning = request.state == "running"
    let state = request.run.map { "\(request.stateWord) (\($0))" } ?? request.stateWord
    let troubles = troubles(request, screen)
    let title = request.task.flatMap(TaskWords.title).map { [$0] } ?? []
    let notes = title + troubles + request.reasons.map(ReasonWords.state) + progress(request)
    let running =
      troubles.filter { $0 != "failed \(request.failures)x" }
      + [frozen(request, screen)].compactMap(\.self) + progress(request)
    let why = (isRunning ? running : notes).joined(separator: ", ")
    return [
      Table.Cell(prefix + request.name, .accent), Table.Cell(request.kind),
      Table.Cell(state, request.isFrozen ? .warning : isRunning ? .good : .plain),
      Table.Cell(isRunning ? "" : next(request, screen) ?? "-", .dim),
      Table.Cell(request.latest.map(screen.clock.relative) ?? "-", .dim),
      Table.Cell(why, troubles.isEmpty ? isRunning ? .dim : .warning : .bad),
    ]
  }

  /// Returns the time of its possible start; `nil` if only the device delays it, so that it may start at any moment.
  private static func next(_ request: RequestInfo, _ screen: Screen) -> String? {
    ReasonWords.areOfDevice(request.reasons) ? nil : request.next.map(screen.clock.relative)
  }

  /// Returns the problems of the request: its timer is on again, its latest date has passed, its runs failed.
  private static func troubles(_ request: RequestInfo, _ screen: Screen) -> [String] {
    var troubles: [String] = []
    if let timer = request.timer, request.timerIsOn == true {
      troubles.append("\(timer.name) is on again")
    }
    if let since = request.overdueSince {
      troubles.append(OverdueWords.short(skipped: request.skippedWindows, since, screen.clock))
    }
    if request.failures > 0 { troubles.append("failed \(request.failures)x") }
    return troubles
  }

  /// Returns the reason of the freeze, with its start; `nil` if its run is not frozen.
  private static func frozen(_ request: RequestInfo, _ screen: Screen) -> String? {
    let since = request.frozenSince.map { " since \(screen.clock.date($0))" } ?? ""
    return request.frozenBy.map { ReasonWords.state($0) + since }
  }

  private static func progress(_ request: RequestInfo) -> [String] {
    ProgressWords.parts(
      stepsDone: request.stepsDone, of: Int64(request.steps.count), share: request.share)
  }

  private static func summary(_ requests: [RequestInfo], _ running: Int) -> String {
    "\(requests.count { $0.state != "running" }) waiting, \(running) running"
  }
}

extension RequestInfo {
  /// The name: `backup`, or with its app `com.example.mail/fetch`.
  var name: String { app.map { "\($0)/\(id)" } ?? id }

  /// The latest date that is counted from an event, such as "3 d after a change"; `nil` if there is none.
  var latestAfterText: String? {
    let event = whenChanged.isEmpty ? "the requests that it follows have ended" : "a change"
    return latestAfter.map { "\(DurationText.exact($0)) after \(event)" }
  }

  /// Whether its run is frozen because a gate closed.
  var isFrozen: Bool { state == "running" && runState == "frozen" }

  /// The state: `waiting`, `running` or `frozen`.
  var stateWord: String { isFrozen ? "frozen" : state }
}
