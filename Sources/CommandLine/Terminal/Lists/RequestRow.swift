import Control
import Vocabulary

/// The cells of a request in the columns of `list`.
struct RequestRow {
  let screen: Screen
  let forecasts: RequestForecasts
  /// Returns the name of a uid.
  let ownerName: (Int64) -> String

  /// Returns the cell of a column.
  ///
  /// - Parameter treePrefix: The branches of the tree before the name (`RequestTree`); empty in a list.
  func cell(
    _ column: RequestColumn, _ request: RequestInfo, treePrefix: String
  ) -> Table.Cell {
    switch column {
    case .id: Table.Cell(treePrefix + request.name, .accent)
    case .owner: Table.Cell(ownerName(request.owner))
    case .kind: Table.Cell(request.kind)
    case .state: stateCell(request)
    case .next: Table.Cell(nextText(request), .dim)
    case .latest: Table.Cell(request.latest.map(screen.clock.relative) ?? "-", .dim)
    case .reason: RequestTable.reasonCell(request, screen)
    // Only a request whose latest date has passed has a date in this column.
    case .overdue:
      Table.Cell(
        textOfOptionalColumn(column, request) ?? "-", request.overdueSince == nil ? .plain : .bad)
    default: Table.Cell(textOfOptionalColumn(column, request) ?? "-")
    }
  }

  /// Returns the cell of the column STATE, with the number of the run: `running (12)`.
  private func stateCell(_ request: RequestInfo) -> Table.Cell {
    let state = request.run.map { "\(request.stateWord) (\($0))" } ?? request.stateWord
    let roleUnlessFrozen: Role = request.state == "running" ? .good : .plain
    return Table.Cell(state, request.isFrozen ? .warning : roleUnlessFrozen)
  }

  /// Returns the text of the column NEXT: the next start and its kind; empty for a running request.
  private func nextText(_ request: RequestInfo) -> String {
    if request.state == "running" { return "" }
    return NextStart(request, likely: forecasts.likelyInterval(of: request)).text(screen.clock)
  }

  /// Returns the text of a column that `list` does not show without `--columns`; `nil` if the request has no value.
  private func textOfOptionalColumn(_ column: RequestColumn, _ request: RequestInfo) -> String? {
    let text: String? =
      switch column {
      case .run: request.run.map { String($0) }
      case .earliest: request.firstStart.map(screen.clock.date)
      case .submitted: screen.clock.date(request.submitted)
      case .every: repetitionText(request)
      case .budget: DurationText.exact(request.budget)
      case .group: request.group
      case .priority: request.priority.map { String($0) }
      case .tags: request.tags.joined(separator: ", ")
      case .requires: request.requires.joined(separator: ", ")
      case .prefers: request.prefers.joined(separator: ", ")
      case .progress: RequestTable.progressParts(request).joined(separator: ", ")
      case .failures: String(request.failures)
      case .success: request.lastSuccess.map(screen.clock.date)
      case .overdue: request.overdueSince.map(screen.clock.date)
      case .command: RequestTable.commandText(request)
      case .directory: request.directory
      case .file: request.file
      case .id, .owner, .kind, .state, .next, .latest, .reason: nil
      }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the interval or the calendar events; `nil` if the request does not repeat.
  private func repetitionText(_ request: RequestInfo) -> String? {
    request.on.isEmpty
      ? request.every.map { request.task?.repeats ?? DurationText.exact($0) }
      : request.on.joined(separator: ", ")
  }
}
