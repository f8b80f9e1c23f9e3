/// The options of a request: one value in a submission, a request, its row, a recording and a task file.
package struct Terms: Hashable, Sendable {
  /// Nil where none is named: ``Kind/usual``, and it is to have run in three days.
  package var namedKind: Kind?
  package var command: Command
  package var every: Duration?
  /// The end of each interval, in which alone runs begin.
  package var flex: Duration?
  /// Nil means ``AtLatest/relax``.
  package var atLatest: AtLatest?
  package var requires: Conditions = []
  package var prefers: Conditions = []
  /// Nil takes the kind's default.
  package var budget: Duration?
  package var grace: Duration?
  package var allowsBattery = false
  package var isExpedited = false
  /// Requests of one group never run at the same time.
  package var group: String?
  /// How often a failed run is retried before this window is given up.
  package var retries = 4
  package var backoff = Backoff()
  package var needs = Needs()
  package var run = RunTerms()
  /// Nil for commands, and for tasks that are of no class of their own.
  package var task: TaskClass?
  /// Nil where it was submitted by hand.
  package var declaration: Declaration?
  /// Nil where it takes no timer's place.
  package var timer: AdoptedTimer?

  package init(_ command: Command, kind: Kind? = nil) {
    self.command = command
    namedKind = kind
  }

  package var kind: Kind { namedKind ?? .usual }
}
