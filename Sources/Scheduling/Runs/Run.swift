/// Names one run; rising, never used again.
package typealias RunID = Int64

/// Why a run is stopped: `budget` for an overrun, the code of a closed gate, or what somebody said.
package struct StopReason: RawRepresentable, Hashable, Codable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let budget = StopReason(rawValue: "budget")
  package static let launchTimeout = StopReason(rawValue: "launchTimeout")
  package static let cancelled = StopReason(rawValue: "cancelled")
  package static let replaced = StopReason(rawValue: "replaced")
  package static let operatorStop = StopReason(rawValue: "operator")
  package static let shutdown = StopReason(rawValue: "shutdown")
  package static let deadline = StopReason(rawValue: "deadline")
  package static let interrupted = StopReason(rawValue: "interrupted")
  /// Failed as often as it may.
  package static let gaveUp = StopReason(rawValue: "gaveUp")

  package static func gate(_ reason: Reason) -> StopReason {
    StopReason(rawValue: reason.rawValue)
  }
}

/// One execution of a request.
package struct Run: Hashable, Codable, Sendable {
  package enum Phase: Hashable, Codable, Sendable {
    /// Decided and recorded; the command has not begun.
    case launching
    case running
    /// Asked to defer because a gate closed; only its budget binds it.
    case deferring(StopReason)
    /// Warned; killed at the given moment.
    case expiring(StopReason, until: AwakeTime)
    /// The kill is on its way.
    case killed(StopReason)
    case ended(Ending)
  }

  package var id: RunID
  package var key: RequestKey
  /// The sequence of the request that it executes.
  package var sequence: Int64
  package var kind: Kind
  /// The command's arguments, for people.
  package var arguments: [String]
  /// The signal that announces expiration.
  package var signal: Int32
  package var budget: Duration
  package var grace: Duration
  package var started: Instant
  /// An operator forced it: closing gates leave it alone, but for those that were not forced.
  package var isForced: Bool
  package var phase: Phase

  package init(
    id: RunID, of request: Request, budget: Duration, grace: Duration, started: Instant,
    isForced: Bool
  ) {
    self.id = id
    key = request.key
    sequence = request.sequence
    kind = request.kind
    arguments = request.command.arguments
    signal = request.command.signal
    self.budget = budget
    self.grace = grace
    self.started = started
    self.isForced = isForced
    phase = .launching
  }

  package var ending: Ending? {
    if case .ended(let ending) = phase { ending } else { nil }
  }

  /// Why the run is being stopped, or was.
  package var stopReason: StopReason? {
    switch phase {
    case .launching, .running: nil
    case .deferring(let reason), .expiring(let reason, _), .killed(let reason): reason
    case .ended(let ending): ending.stopReason
    }
  }
}
