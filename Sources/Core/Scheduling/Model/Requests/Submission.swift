/// What a submitter asks for, before it is checked and becomes a `Request`.
package struct Submission: Hashable, Codable, Sendable {
  package var owner: UInt32
  package var app: String?
  /// Nil asks for a name made from the command's.
  package var id: String?
  /// Nil means maintenance, at the latest in three days.
  package var kind: Kind?
  package var command: Command
  package var earliest: Moment?
  package var latest: Moment?
  package var atLatest: AtLatest?
  package var every: Duration?
  /// The end of each interval, in which alone runs begin.
  package var flex: Duration?
  /// How far clocks are ahead of UTC at `earliest` (now, where there is none) and at a `latest` that
  /// is a date; nil is as far as the scheduler has been told.
  package var zoneAtEarliest: Int?
  package var zoneAtLatest: Int?
  package var requires: Conditions = []
  package var prefers: Conditions = []
  package var budget: Duration?
  package var grace: Duration?
  package var allowsBattery = false
  package var isExpedited = false
  package var group: String?
  package var retries: Int?
  package var backoff: BackoffGrowth?
  package var backoffDelay: Duration?
  package var needs = Needs()
  package var terms = RunTerms()
  /// Nil for commands, and for tasks that are of no class of their own.
  package var task: TaskClass?
  package var declaration: Declaration?
  package var timer: AdoptedTimer?
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

  package init(owner: UInt32, id: String? = nil, kind: Kind? = nil, command: Command) {
    self.owner = owner
    self.id = id
    self.kind = kind
    self.command = command
  }
}
