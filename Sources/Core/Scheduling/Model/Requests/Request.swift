/// Work that waits for its moment.
package struct Request: Hashable, Codable, Sendable {
  package var key: RequestKey
  /// Unique for ever and rising in the order of acceptance: tells a request from a later one of
  /// the same key.
  package var sequence: Int64
  /// Its turn among equals since it joined the queue again, or took the place of one that waited; nil where that is its
  /// sequence's.
  package var rejoined: Turn?
  package var kind: Kind
  package var command: Command
  package var submitted: WallTime
  package var window: Window
  package var period: Period?
  package var requires: Conditions
  package var prefers: Conditions
  /// What the submitter asked for; nil takes the kind's default.
  package var budget: Duration?
  package var grace: Duration?
  package var allowsBattery: Bool
  package var isExpedited: Bool
  /// Requests of one group never run at the same time.
  package var group: String?
  /// How often a failed run is retried before this window is given up.
  package var retries: Int
  package var backoff: Backoff
  package var needs = Needs()
  package var terms = RunTerms()
  /// Nil for commands, and for tasks that are of no class of their own.
  package var task: TaskClass?
  /// Nil where it was submitted by hand.
  package var declaration: Declaration?
  /// Nil where it took no timer's place.
  package var timer: AdoptedTimer?

  /// Failed runs in a row, over all windows.
  package var failures: Int
  /// Failed runs in this window.
  package var attempts: Int
  /// Runs in this window that asked to be tried later.
  package var postponements: Int
  /// Not before this moment, after a failure.
  package var backoffUntil: AwakeTime?
  package var lastSuccess: WallTime?
  /// Which of its latest dates have passed since then; `nil` if none has, or none that was reported.
  package var missed: MissedDeadline?
  /// How often another submission has put off the earliest date of an app's task before it had come; nil for never, as
  /// in what older versions wrote.
  package var putOffs: Int?
  /// How far it has come with what it waits to see changed; nil where it waits for no change.
  package var changes: ChangeProgress?
  package var history: RunHistory
  /// How it has failed for good; nil while it waits or runs.
  package var gaveUp: GivenUp?
  package var checkpoint = Checkpoint()

  package init(
    key: RequestKey, sequence: Int64, kind: Kind, command: Command, submitted: WallTime,
    window: Window
  ) {
    self.key = key
    self.sequence = sequence
    self.kind = kind
    self.command = command
    self.submitted = submitted
    self.window = window
    requires = []
    prefers = []
    allowsBattery = false
    isExpedited = false
    retries = 4
    backoff = Backoff(first: .seconds(30))
    failures = 0
    attempts = 0
    postponements = 0
    history = RunHistory()
  }
}
