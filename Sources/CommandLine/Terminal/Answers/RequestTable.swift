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
    let usualColumns: [RequestColumn] =
      (owner == nil ? [] : [.owner]) + RequestColumn.usual
    let shownColumns = columns ?? usualColumns
    let row = RequestRow(screen: screen, forecasts: forecasts, ownerName: owner ?? { String($0) })
    var table = Table(shownColumns.map(\.column))
    if isTree {
      for (prefix, request) in RequestTree.ordered(requests) {
        table.add(shownColumns.map { row.cell($0, request, treePrefix: prefix) })
      }
    } else {
      for request in requests {
        table.add(shownColumns.map { row.cell($0, request, treePrefix: "") })
      }
    }
    return table.lines(on: screen, .wrappedCells) + ["", summary(requests, running)]
  }

  /// Returns the cell of the column REASON. For a waiting request: its title, its problems, its failures and the
  /// reasons to wait. For a running one: its problems and its freeze. Both end with the progress.
  static func reasonCell(_ request: RequestInfo, _ screen: Screen) -> Table.Cell {
    let isRunning = request.state == "running"
    let problemTexts = problems(request, screen)
    let failureTexts = request.failures > 0 ? ["failed \(request.failures)x"] : []
    let title = request.task.flatMap(TaskWords.title)
    let freeze = frozenText(request, screen)
    let waitingNotes = [title].compactMap(\.self) + problemTexts + failureTexts
    let notes =
      isRunning
      ? problemTexts + [freeze].compactMap(\.self)
      : waitingNotes + request.reasons.map(ReasonWords.state)
    // Earlier failures also colour the cell of a running request, which does not name them.
    let hasProblem = !(problemTexts + failureTexts).isEmpty
    let roleWithoutProblem: Role = isRunning ? .dim : .warning
    return Table.Cell(
      (notes + progressParts(request)).joined(separator: ", "),
      hasProblem ? .bad : roleWithoutProblem)
  }

  /// Returns the unit, the command line, or the names of the steps.
  static func commandText(_ request: RequestInfo) -> String {
    if let unit = request.unit { return unit }
    if request.steps.isEmpty {
      return request.arguments.map(ShellText.quoted).joined(separator: " ")
    }
    let names = request.steps.enumerated().map { index, step in step.name ?? "step-\(index + 1)" }
    return "steps \(names.joined(separator: ", "))"
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

  /// Returns the line below the table: `3 waiting, 1 running`. `running` also counts runs whose requests are not
  /// listed.
  private static func summary(_ requests: [RequestInfo], _ running: Int) -> String {
    "\(requests.count { $0.state != "running" }) waiting, \(running) running"
  }
}

extension RequestInfo: HasRequestName {
  /// The latest date that is counted from an event, such as "3 d after a change" or "3 d after backup has ended"; `nil`
  /// if there is none.
  var latestAfterText: String? {
    let awaitedIDs = (after + afterAny).map(\.visible)
    let have = awaitedIDs.count == 1 ? "has" : "have"
    let event =
      awaitedIDs.isEmpty ? "a change" : "\(ListedIDs.text(awaitedIDs)) \(have) ended"
    return latestAfter.map { "\(DurationText.exact($0)) after \(event)" }
  }

  /// The earliest date; `nil` if no date of its calendar is left.
  var firstStart: String? { earliest == Self.endOfDates ? nil : earliest }

  /// The date that the daemon then sends, since `earliest` cannot be null.
  private static let endOfDates = UniversalTime.text(CalendarEvent.endOfDates)

  /// Whether its run is frozen because a gate closed.
  var isFrozen: Bool { state == "running" && runState == "frozen" }

  /// The state: `waiting`, `running` or `frozen`.
  var stateWord: String { isFrozen ? "frozen" : state }
}
