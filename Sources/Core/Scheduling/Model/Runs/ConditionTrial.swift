/// The number of one try of a condition; rising, and restarted by each daemon.
package typealias CheckID = Int64

/// The present try of a request's condition: a command of its own, which is not recorded. It counts as a slot of the
/// kind of its request.
package struct ConditionTrial: Hashable, Sendable {
  package let id: CheckID
  package let key: RequestKey
  /// The sequence of the request.
  package let sequence: Int64
  package let kind: Kind
  package let group: String?
  /// The shell command line.
  package let condition: String
  /// The trial's time limit.
  package let time: Duration
  package let started: Instant
  /// The reason why it was killed; `nil` if it was not.
  package internal(set) var killed: StopReason?

  package init(
    id: CheckID, _ condition: String, of request: Request, time: Duration, started: Instant
  ) {
    self.id = id
    key = request.key
    sequence = request.sequence
    kind = request.terms.kind
    group = request.terms.group
    self.condition = condition
    self.time = time
    self.started = started
  }
}
