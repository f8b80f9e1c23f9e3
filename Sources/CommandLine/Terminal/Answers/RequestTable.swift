import Control
import Vocabulary

/// The answer to `list`.
package enum RequestTable {
  /// Returns a table with a row for each request and a summary below it, or a sentence if there are none.
  ///
  /// - Parameters:
  ///   - running: The number of current runs, including those of cancelled or resubmitted requests.
  ///   - isTree: Whether each request is below the one that it follows.
  ///   - columns: The chosen columns; `nil` for the usual ones.
  ///   - forecasts: The expected starts of requests that wait for the device.
  ///   - owner: Returns the name of a uid; `nil` leaves out the owners.
  package static func lines(
    _ requests: [RequestInfo], running: Int, asTree isTree: Bool = false,
    columns: [RequestColumn]? = nil, forecasts: RequestForecasts = RequestForecasts(),
    owner: ((Int64) -> String)?,
    on screen: Screen
  ) -> [String] {
    guard !requests.isEmpty else {
      return [
        running == 0 ? "No requests are queued." : "No requests are queued, \(running) running."
      ]
    }
    let columns = columns ?? (owner == nil ? [] : [.owner]) + RequestColumn.usual
    let cells = RequestRow(screen: screen, forecasts: forecasts, ownerName: owner ?? { String($0) })
    var table = Table(columns.map(\.column))
    if isTree {
      for (prefix, request) in RequestTree.ordered(requests) {
        table.add(columns.map { cells.cell($0, request, treePrefix: prefix) })
      }
    } else {
      for request in requests {
        table.add(columns.map { cells.cell($0, request, treePrefix: "") })
      }
    }
    return table.lines(on: screen, .wrappedCells) + ["", summary(requests, running)]
  }

  /// Returns the cell of the column REASON: problems, reasons to wait or the freeze, and the progress. For a running
  /// request, it omits the title, the reasons to wait and the number of failures.
  static func reasonCell(_ request: RequestInfo, _ screen: Screen) -> Table.Cell {
    let isRunning = request.state == "running"
    let problems = problems(request, screen)
    let failures = request.failures > 0 ? ["failed \(request.failures)x"] : []
    let title = request.task.flatMap(TaskWords.title)
    let notes =
      isRunning
      ? problems + [frozenText(request, screen)].compactMap(\.self)
      : [title].compactMap(\.self) + problems + failures + request.reasons.map(ReasonWords.state)
    let hasProblem = !(problems + failures).isEmpty
    let role: Role = hasProblem ? .bad : isRunning ? .dim : .warning
    return Table.Cell((notes + progressParts(request)).joined(separator: ", "), role)
  }

  /// Returns the unit, the command line, or the names of the steps.
  static func commandText(_ request: RequestInfo) -> String {
    let steps = request.steps.enumerated().map { $1.name ?? "step-\($0 + 1)" }
    return request.unit
      ?? (request.steps.isEmpty
        ? request.arguments.map(ShellText.quoted).joined(separator: " ")
        : "steps \(steps.joined(separator: ", "))")
  }

  /// Returns the problems of the request other than failures: its timer is on again, or its latest date has passed.
  private static func problems(_ request: RequestInfo, _ screen: Screen) -> [String] {
    var problems: [String] = []
    if let timer = request.timer, request.timerIsOn == true {
      problems.append("\(timer.name) is on again")
    }
    if let since = request.overdueSince {
      problems.append(OverdueWords.short(skipped: request.skippedWindows, since, screen.clock))
    }
    return problems
  }

  /// Returns the reason of the freeze, with its start; `nil` if its run is not frozen.
  private static func frozenText(_ request: RequestInfo, _ screen: Screen) -> String? {
    let since = request.frozenSince.map { " since \(screen.clock.date($0))" } ?? ""
    return request.frozenBy.map { ReasonWords.state($0) + since }
  }

  /// Returns the completed steps and the completed share, as far as they are known.
  static func progressParts(_ request: RequestInfo) -> [String] {
    ProgressWords.parts(
      stepsDone: request.stepsDone, of: Int64(request.steps.count), share: request.share)
  }

  private static func summary(_ requests: [RequestInfo], _ running: Int) -> String {
    "\(requests.count { $0.state != "running" }) waiting, \(running) running"
  }
}

extension RequestInfo: HasRequestName {
  /// The latest date that is counted from an event, such as "3 d after a change" or "3 d after backup has ended"; `nil`
  /// if there is none.
  var latestAfterText: String? {
    let awaited = (after + afterAny).map(\.visible)
    let end = "\(ListedIDs.text(awaited)) \(awaited.count == 1 ? "has" : "have") ended"
    let event = awaited.isEmpty ? "a change" : end
    return latestAfter.map { "\(DurationText.exact($0)) after \(event)" }
  }

  /// Whether its run is frozen because a gate closed.
  var isFrozen: Bool { state == "running" && runState == "frozen" }

  /// The state: `waiting`, `running` or `frozen`.
  var stateWord: String { isFrozen ? "frozen" : state }
}
