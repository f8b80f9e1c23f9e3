/// Names one try of a condition; rising, and begun anew by each daemon.
package typealias CheckID = Int64

/// The condition of a request that is being tried: a command of its own, which is recorded nowhere. It counts as a slot
/// of the kind of its request.
package struct ConditionTrial: Hashable, Sendable {
  package let id: CheckID
  package let key: RequestKey
  /// The sequence of the request.
  package let sequence: Int64
  package let kind: Kind
  package let group: String?
  /// The line for the shell.
  package let condition: String
  /// How long it may take.
  package let time: Duration
  package let started: Instant
  /// Why it was killed; nil where it was not.
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
