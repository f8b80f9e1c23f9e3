/// Names one run of a request, or one process of an app; rising, never used again.
package typealias RunID = Int64

/// One execution of a request.
package struct Run: Hashable, Codable, Sendable {
  package enum Phase: Hashable, Codable, Sendable {
    /// Decided and recorded; the command has not begun.
    case launching
    case running
    /// Asked to defer because a gate closed, or told of a lost preference; only its budget binds it.
    case deferring(StopReason)
    /// Frozen since then because a gate closed; thawed when it opens, or to be told to stop.
    case frozen(StopReason, since: AwakeTime)
    /// Warned; killed at the given moment.
    case expiring(StopReason, until: AwakeTime)
    /// The kill is on its way.
    case killed(StopReason)
    case ended(Ending)

    /// Why it is frozen; nil where it is not.
    package var frozenBy: StopReason? {
      if case .frozen(let reason, _) = self { reason } else { nil }
    }

    /// The state without what belongs to it, as the store and the interface spell it.
    package enum Name: String, Sendable {
      case launching, running, deferring, frozen, expiring, killed, ended
    }

    package var name: Name {
      switch self {
      case .launching: .launching
      case .running: .running
      case .deferring: .deferring
      case .frozen: .frozen
      case .expiring: .expiring
      case .killed: .killed
      case .ended: .ended
      }
    }
  }

  package var id: RunID
  package var key: RequestKey
  /// The sequence of the request that it executes.
  package var sequence: Int64
  package var kind: Kind
  /// The group of that request: no other run of it begins meanwhile, also where the request was
  /// replaced and the daemon began anew.
  package var group: String?
  /// The command's arguments, for people.
  package var arguments: [String]
  /// The signal that announces expiration.
  package var signal: Int32
  package var budget: Duration
  package var grace: Duration
  package var started: Instant
  /// An operator forced it: closing gates leave it alone, but for those that were not forced.
  package var isForced: Bool
  /// How strongly; nil also in what older versions wrote.
  package var insistence: ForceLevel?
  package var phase: Phase
  /// The index of the step that runs, or ran last.
  package var step = 0
  /// Its name, where the request has steps.
  package var stepName: String?
  /// When the present step was launched.
  package var stepStarted: AwakeTime
  /// When its command began; nil where it has not, as far as anybody knows.
  package var stepBegan: AwakeTime?
  /// How long it may take; nil is as long as the budget lasts.
  package var stepLimit: Duration?
  /// How long it has been frozen, which its budget does not count.
  package var frozenFor = Duration.zero
  /// How much of that somebody had paused it, which does not count as frozen by a gate; nil is none.
  package var pausedFor: Duration?
  /// The signal that it is still to have before the end of its budget.
  package var earlySignal: Int32?
  /// The signal that it has when something that it prefers is lost; nil where it asked for none, and
  /// once a gate of its kind has asked it to defer.
  package var onLostPreference: Int32?
  /// It counts as launching until it says that it is ready.
  package var awaitsReadiness = false
  /// Processor time of its earlier steps, and their peak of memory.
  package var earlierCPUSeconds: Double?
  package var earlierPeakMemoryBytes: Int64?
  /// What the run left to the request, once it has ended; nil where that is nothing.
  package var retryState: RetryState?
  /// The process of its app that it is handed to, where it is a task; its command runs by itself otherwise.
  package var process: RunID?
  /// What class of task it is, and what it shows now; nil for commands, and for tasks of no class of their own.
  package var task: TaskClass?
  /// The share of its work that a task said is done, 0 to 1.
  package var share: Double?
  /// When a continued task last reported progress, or its process was there again; nil before that.
  package var progressed: AwakeTime?

  package init(
    id: RunID, of request: Request, budget: Duration, grace: Duration, started: Instant,
    isForced: Bool
  ) {
    self.id = id
    key = request.key
    sequence = request.sequence
    kind = request.terms.kind
    group = request.terms.group
    arguments = request.terms.command.recordedArguments(ofStep: 0)
    signal = request.terms.command.signal
    self.budget = budget
    self.grace = grace
    self.started = started
    self.isForced = isForced
    stepStarted = started.awake
    earlySignal = request.terms.run.earlySignal
    onLostPreference = request.terms.run.onLostPreference
    awaitsReadiness = request.terms.run.signalsReadiness
    task = request.taskOfRun
    phase = .launching
  }

  /// How strongly an operator wanted it, if one did.
  var forced: ForceLevel? {
    isForced ? insistence ?? .force : nil
  }

  package var ending: Ending? {
    if case .ended(let ending) = phase { ending } else { nil }
  }

  var isFrozen: Bool {
    if case .frozen = phase { true } else { false }
  }

  /// Notes what it leaves to whatever is submitted under its name.
  mutating func leave(_ state: RetryState) { retryState = state == RetryState() ? nil : state }

  /// Whether it has heard of a lost preference, and no gate has asked it to defer.
  var wasOnlyTold: Bool {
    if case .deferring = phase { onLostPreference != nil } else { false }
  }

  /// Whether it is handed to the process of its app, and has no command of its own.
  package var isTask: Bool { process != nil }

  /// How long after its date it began; nil where it has none.
  package var lateness: Duration? {
    task?.due.map { max(.zero, started.wall - $0) }
  }

  /// What its launcher knows it by: its process, where it is a task.
  package var launched: RunID { process ?? id }

  /// Why the run is being stopped, or was.
  package var stopReason: StopReason? {
    switch phase {
    case .launching, .running: nil
    case .deferring(let reason), .frozen(let reason, _), .expiring(let reason, _),
      .killed(let reason):
      reason
    case .ended(let ending): ending.stopReason
    }
  }
}
