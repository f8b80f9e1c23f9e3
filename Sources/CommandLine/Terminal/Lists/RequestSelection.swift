import Control

/// A state of requests that `list --state` selects.
package enum RequestState: String, CaseIterable, Sendable {
  case waiting, running
  // States of runs.
  case launching, deferring, frozen, expiring, killed
  // Properties of requests, waiting or running.
  case paused, quarantined, overdue, failing

  package static let names = allCases.map(\.rawValue)

  /// Returns whether a request is in this state.
  package func includes(_ request: RequestInfo) -> Bool {
    switch self {
    case .waiting: request.state != "running"
    case .running: request.state == "running"
    case .launching, .deferring, .frozen, .expiring, .killed: request.runState == rawValue
    case .paused: request.reasons.contains("paused") || request.frozenBy == "paused"
    case .quarantined: request.quarantined
    case .overdue: request.overdueSince != nil
    case .failing: request.failures > 0
    }
  }
}

/// The requests of `list`: their states and their order.
package struct RequestSelection: Sendable {
  /// The states of which a request has one; empty for all requests.
  private let states: [RequestState]
  /// The column by which the requests are sorted; `nil` keeps their order.
  private let sort: RequestColumn?
  private let isDescending: Bool

  /// Reads the typed states and the typed column.
  ///
  /// - Parameters:
  ///   - states: The values of `--state`.
  ///   - sort: The value of `--sort`; `nil` keeps the order.
  ///   - isDescending: Whether the largest value of the column is first.
  /// - Throws: If a value is not allowed.
  package init(
    states: [String], sort: String?, isDescending: Bool
  ) throws(InputError) {
    self.states = try (states.words(of: "--state") ?? []).map { (word) throws(InputError) in
      guard let state = RequestState(rawValue: word) else {
        throw InputError(
          "--state '\(word.visible)' is not allowed; use "
            + RequestState.names.joined(separator: ", "))
      }
      return state
    }
    self.sort = try sort.map { (name) throws(InputError) in
      try RequestColumn(name, of: "--sort")
    }
    self.isDescending = isDescending
  }

  /// Whether the values that the selection reads are in the rows of a brief list (`RequestColumn.isInRows`).
  package var isInRows: Bool { sort?.isInRows ?? true }

  /// The typed states in a sentence; `nil` if there are none.
  package var stateWords: String? {
    states.isEmpty ? nil : states.map(\.rawValue).joined(separator: " or ")
  }

  /// Returns the requests in one of the states, in the order. Requests without a value in the sorted column are last,
  /// and equal ones stay in their order.
  package func applied(to requests: [RequestInfo]) -> [RequestInfo] {
    let chosen =
      states.isEmpty
      ? requests : requests.filter { request in states.contains { $0.includes(request) } }
    guard let sort else { return chosen }
    // The sorting of the standard library may exchange equal elements, so their positions decide.
    let keyed = chosen.enumerated().map { position, request in
      (position: position, key: sort.sortKey(of: request))
    }
    let sorted = keyed.sorted { left, right in
      guard left.key != right.key else { return left.position < right.position }
      // If only one of them has a value, that one is first.
      guard let leftKey = left.key, let rightKey = right.key else { return left.key != nil }
      return isDescending ? leftKey > rightKey : leftKey < rightKey
    }
    return sorted.map { chosen[$0.position] }
  }
}
