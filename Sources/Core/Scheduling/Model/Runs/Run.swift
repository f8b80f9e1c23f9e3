/// The number of a run of a request, or of a process of an app; rising, never used again.
package typealias RunID = Int64

/// One execution of a request.
package struct Run: Hashable, Codable, Sendable {
  package enum Phase: Hashable, Codable, Sendable {
    /// Decided and recorded; the command has not begun.
    case launching
    case running
    /// Asked to defer because a gate closed, or notified of a lost preference; only its budget limits it.
    case deferring(StopReason)
    /// Frozen since then because a gate closed; thawed when it opens, or to be stopped.
    case frozen(StopReason, since: AwakeTime)
    /// Warned; killed at the given moment.
    case expiring(StopReason, until: AwakeTime)
    /// The kill has been sent.
    case killed(StopReason)
    /// Stored outside of the run, which is copied often while it is live.
    indirect case ended(Ending)

    /// The reason for the freeze; `nil` if it is not frozen.
    package var frozenBy: StopReason? {
      if case .frozen(let reason, _) = self { reason } else { nil }
    }

    /// The name of the phase, as the store and the interface write it.
    package enum Name: String, Sendable {
      case launching, running, deferring, frozen, expiring, killed, ended
    }

    /// The name of the phase, without its reason and its moments.
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
  /// The group of that request; `nil` if it has none. No other run of the group begins meanwhile, even if the request
  /// was replaced or the daemon restarted.
  package var group: String?
  /// The command's arguments, for users.
  package var arguments: [String]
  /// The signal that announces expiration.
  package var signal: Int32
  package var budget: Duration
  package var grace: Duration
  package var started: Instant
  /// Whether an operator forced it: a closing gate that the force level passes does not stop it.
  package var isForced: Bool
  /// The run's force level; `nil` if it is not forced, or in data of older versions.
  package var insistence: ForceLevel?
  package var phase: Phase
  /// The reason for which it was asked to defer, or notified of a lost preference, before its present freeze; `nil` if
  /// it is not frozen, if it was running before, or in data of older versions.
  package var deferralBeforeFreeze: StopReason?
  /// The index of the present or last step.
  package var step = 0
  /// The name of the step; `nil` if the request has no steps.
  package var stepName: String?
  /// The launch of the present step.
  package var stepStarted: AwakeTime
  /// The beginning of its command; `nil` if it is not known to have begun.
  package var stepBegan: AwakeTime?
  /// The time limit of the step; `nil` if only the budget limits it.
  package var stepLimit: Duration?
  /// The time for which it has been frozen, which its budget does not count.
  package var frozenFor = Duration.zero
  /// The part of it in which it was paused, which does not count as frozen by a gate; `nil` if there is none.
  package var pausedFor: Duration?
  /// The signal to send before the end of its budget; `nil` if none is left to send.
  package var earlySignal: Int32?
  /// The signal to send when a preference is lost; `nil` if it asked for none, or after a gate of its kind has asked it
  /// to defer.
  package var onLostPreference: Int32?
  /// Whether the run counts as launching until it reports that it is ready.
  package var awaitsReadiness = false
  /// Processor time and peak memory of its earlier steps.
  package var earlierCPUSeconds: Double?
  package var earlierPeakMemoryBytes: Int64?
  /// The state that the run left to the request after its end; `nil` if there is none.
  package var retryState: RetryState?
  /// The process of the app that receives it, if it is a task; `nil` for a command of its own.
  package var process: RunID?
  /// The class of the task with its present content; `nil` for commands, and for tasks without a class.
  package var task: TaskClass?
  /// The completed share that a task reported, 0 to 1; `nil` if it reported none.
  package var share: Double?
  /// The time of the last progress report of a continued task, or of its process' reattachment; `nil` before that.
  package var progressed: AwakeTime?

  /// Creates the run of a request, at its first step and in the phase `launching`.
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

  /// The run's force level; `nil` if it is not forced.
  var forced: ForceLevel? {
    isForced ? insistence ?? .force : nil
  }

  package var ending: Ending? {
    if case .ended(let ending) = phase { ending } else { nil }
  }

  var isFrozen: Bool {
    if case .frozen = phase { true } else { false }
  }

  /// Returns the wall-clock time of the beginning of its freeze; `nil` if it is not frozen. Sleep of the machine is not
  /// counted, so that the time is later than the true one after a sleep.
  func frozenSince(at now: Instant) -> WallTime? {
    guard case .frozen(_, let since) = phase else { return nil }
    return max(started.wall, now.wall - max(.zero, now.awake - since))
  }

  /// Records the state that it leaves to later submissions of its name; none if nothing has failed.
  mutating func leave(_ state: RetryState) { retryState = state == RetryState() ? nil : state }

  /// Whether the run was only notified of a lost preference, and no gate has asked it to defer.
  var wasOnlyNotified: Bool {
    if case .deferring = phase { onLostPreference != nil } else { false }
  }

  /// The phase in which it continues after its freeze: the one before.
  var phaseAfterThaw: Phase { deferralBeforeFreeze.map { .deferring($0) } ?? .running }

  /// Returns whether this frozen run was thawed and has received no signal since then. `later` is the same run after a
  /// step. Its thaw waits for the commit of the step, but a signal continues its processes immediately.
  package func wasOnlyThawed(in later: Run) -> Bool {
    isFrozen && later.phase == phaseAfterThaw && later.onLostPreference == onLostPreference
      && later.earlySignal == earlySignal
  }

  /// Whether the process of its app receives it, so that it has no command of its own.
  package var isTask: Bool { process != nil }

  /// The time from its date to its beginning; `nil` if it has no date.
  package var lateness: Duration? {
    task?.due.map { max(.zero, started.wall - $0) }
  }

  /// The launcher's number for it: its process, if it is a task.
  package var launched: RunID { process ?? id }

  /// The reason why the run is being or was stopped; `nil` if there is none.
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
