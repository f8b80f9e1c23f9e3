/// A request before it is checked: its owner, its terms, its dates, and how it takes the place of another.
package struct Submission: Hashable, Sendable {
  package var owner: UInt32
  package var app: String?
  /// Nil asks for a name made from the command's.
  package var id: String?
  package var terms: Terms
  package var earliest: Moment?
  package var latest: Moment?
  /// How far clocks are ahead of UTC at `earliest` (now, where there is none) and at a `latest` that
  /// is a date; nil is as far as the scheduler has been told.
  package var zoneAtEarliest: Int?
  package var zoneAtLatest: Int?
  package var ifPending = IfPending.replace
  /// What a request that comes back after each run may lose by it; nil is everything.
  package var mayLose: Loss?
  /// Where it changes the request of its key instead of taking its place.
  package var amendment: Amendment?
  /// End a live run of the same key first, instead of waiting for its end.
  package var replacesRunning = false
  /// Whether it counts against its owner's submit rates, as those of users do that the daemon does
  /// not run as.
  package var isCounted = false
  /// Whether the answer is to say why it waits, which costs more than to take it.
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
