import Control
import Vocabulary

/// A column of `list`, by its name in `--columns` and `--sort`.
package enum RequestColumn: String, CaseIterable, Sendable {
  case id, owner, kind, state, next, latest, reason
  case run, earliest, submitted, every, budget, group, priority, tags, requires, prefers, progress
  case failures, success, overdue, command, directory, file

  /// The columns without `--columns`. The owner is added if requests of several users are listed.
  static let usual: [RequestColumn] = [.id, .kind, .state, .next, .latest, .reason]

  package static let names = allCases.map(\.rawValue)

  /// Returns the columns of a repeated option with comma-separated names; `nil` if none is named. Throws if a name is
  /// not that of a column.
  package static func parse(
    _ words: [String], of option: String
  ) throws(InputError) -> [RequestColumn]? {
    guard let words = try words.words(of: option) else { return nil }
    return try words.map { (word) throws(InputError) in try RequestColumn(word, of: option) }
  }

  /// Reads the name of a column, the value of `option`. Throws if there is no such column.
  init(_ word: String, of option: String) throws(InputError) {
    guard let column = RequestColumn(rawValue: word) else {
      throw InputError(
        "\(option) '\(word.visible)' is not allowed; use \(Self.names.joined(separator: ", "))")
    }
    self = column
  }

  /// Whether the value is in the rows of a brief list (`RequestRowInfo`). If all columns are, `list` asks the daemon
  /// only for rows, which are a small part of the requests.
  package var isInRows: Bool {
    switch self {
    case .id, .owner, .kind, .state, .next, .latest, .reason, .run, .submitted, .group, .priority,
      .tags, .progress, .failures, .overdue:
      true
    case .earliest, .every, .budget, .requires, .prefers, .success, .command, .directory, .file:
      false
    }
  }

  /// The column of the table: its title, its alignment, and whether its cells may have several lines.
  var column: Table.Column {
    let isNumber = [.run, .priority, .failures].contains(self)
    let wraps = [.reason, .command, .tags, .requires, .prefers, .directory, .file].contains(self)
    return Table.Column(rawValue.uppercased(), isNumber ? .right : .left, wraps: wraps)
  }
}

// MARK: - Order

extension RequestColumn {
  /// A value by which requests are sorted.
  package enum Key: Hashable, Comparable, Sendable {
    case number(Double)
    case text(String)
  }

  /// Returns the value of a request in this column for sorting; `nil` if it has none. Times are RFC 3339 in UTC, whose
  /// texts sort by time.
  package func sortKey(of request: RequestInfo) -> Key? {
    switch self {
    case .owner: .number(Double(request.owner))
    case .run: request.run.map { .number(Double($0)) }
    case .every: request.every.map { .number($0) }
    case .budget: .number(request.budget)
    case .priority: .number(Double(request.priority ?? 0))
    case .failures: .number(Double(request.failures))
    case .progress: request.share.map { .number($0) }
    default: sortText(of: request).map { .text($0) }
    }
  }

  /// Returns the text by which requests are sorted in a column of texts; `nil` if there is none.
  private func sortText(of request: RequestInfo) -> String? {
    switch self {
    case .id: request.name
    case .kind: request.kind
    case .state: request.stateWord
    case .next: request.state == "running" ? nil : request.next
    case .latest: request.latest
    case .reason: request.reasons.first.map(ReasonWords.state)
    case .earliest: request.earliest
    case .submitted: request.submitted
    case .group: request.group
    case .tags: request.tags.first
    case .requires: request.requires.first
    case .prefers: request.prefers.first
    case .success: request.lastSuccess
    case .overdue: request.overdueSince
    case .command: RequestTable.commandText(request)
    case .directory: request.directory
    case .file: request.file
    case .owner, .run, .every, .budget, .priority, .failures, .progress: nil
    }
  }
}
