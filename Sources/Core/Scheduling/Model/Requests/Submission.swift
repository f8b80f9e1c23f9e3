/// A request before it is checked: its owner, its terms, its dates, and how it replaces another.
package struct Submission: Hashable, Sendable {
  package var owner: UInt32
  package var app: String?
  /// The identifier; `nil` if one is made from the command's name.
  package var id: String?
  package var terms: Terms
  package var earliest: Moment?
  package var latest: Moment?
  /// The width that it gives to the group of its terms; `nil` if the width stays.
  package var groupWidth: Int?
  /// The difference of clocks to UTC at `earliest` (now, if there is none) and at a `latest` date; `nil` if the
  /// scheduler's known difference applies.
  package var zoneAtEarliest: Int?
  package var zoneAtLatest: Int?
  package var ifPending = IfPending.replace
  /// The options that a standing request can lose by it; `nil` if all.
  package var mayLose: Loss?
  /// The change of the request of its key; `nil` if it replaces that request.
  package var amendment: Amendment?
  /// Whether a present run of the same key is ended first, instead of waiting for its end.
  package var replacesRunning = false
  /// Whether the submission counts against its owner's submit rates, as for users other than the daemon's own.
  package var isCounted = false
  /// Whether the answer explains why it waits, which costs more than the submission.
  package var wantsExplanation = true

  package init(owner: UInt32, id: String? = nil, _ terms: Terms) {
    self.owner = owner
    self.id = id
    self.terms = terms
  }

  package init(owner: UInt32, id: String? = nil, kind: Kind? = nil, command: Command) {
    self.init(owner: owner, id: id, Terms(command, kind: kind))
  }
}
