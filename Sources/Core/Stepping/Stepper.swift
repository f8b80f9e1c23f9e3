import Scheduling
import Store

/// Delivers all queued items to the scheduler, commits once for all of them, and then acts.
///
/// The stepper has no clock, thread or process of its own; `StepEnvironment` has them. It is used from one place at a
/// time; only `inbox` can be used from any thread.
package final class Stepper {
  package let inbox: Inbox
  package internal(set) var core: Scheduler
  package let store: any Store
  package let bootID: String
  /// The real awake time in nanoseconds at which a failed commit is retried; `nil` if none has failed.
  package internal(set) var retryAt: Int64?
  /// The error of the last commit; `nil` if it succeeded.
  package internal(set) var recordError: StoreError?
  /// Runs and app processes whose state has changed outside, such as by a signal, and could not be recorded. Each step
  /// adds them to its commit until a commit succeeds.
  var unrecorded: Set<RunID> = []
  /// Runs and app processes whose ends the last commit failed to record.
  var undoneEnds: Set<RunID> = []
  /// Those of `undoneEnds` whose ends were delivered again before, so that more than one commit failed to record them.
  var unrecordedEnds: Set<RunID> = []
  /// The observer of all events and decisions; `nil` if there is none.
  let observer: (any StepObserver)?
  /// Entries of the log of the past that the next commit records. They cause no commit of their own.
  package var past: [PastEntry] = []
  /// The last commit of an earlier daemon; `nil` if there was none.
  package let lastCommit: Instant?
  /// The number of events delivered to the scheduler.
  package internal(set) var eventCount = 0
  /// The number of successful commits of steps.
  package internal(set) var commitCount = 0
  var nextTicket: Ticket = 1
  /// The effects of loading the state. `start` carries them out.
  private var firstEffects: [Effect]
  /// The ends of an earlier daemon's runs and app processes. They are part of the loaded state, and are delivered as
  /// events only if the first commit fails.
  private var endsWithoutDaemon: [Event]
  /// Present runs, as recorded. An earlier daemon may have died between freezing a run, or warning a frozen one, and
  /// recording that; or between recording a thaw and carrying it out.
  private var survivors: [Run]
  /// Present processes of apps, as recorded.
  private var survivingProcesses: [AppProcess]
  /// The failure commands that an earlier daemon has stored and did not start, with this start counted. They run after
  /// the first commit, which stores the count.
  var storedFailureCommands: [FailureCommand]
  /// The number under which the next failure command is stored.
  var nextFailureCommand: Int64
  /// The numbers of failure commands that the next commit removes from the store.
  var removableFailureCommands: [Int64] = []

  /// Creates the scheduler from the content of the store, and reports it to the observer. `start` carries out the first
  /// effects.
  package init(
    _ beginning: InitialState, store: any Store, inbox: Inbox = Inbox(), at now: Instant,
    observer: (any StepObserver)? = nil
  ) {
    self.store = store
    self.inbox = inbox
    self.observer = observer
    bootID = beginning.bootID
    lastCommit = beginning.snapshot.lastCommit
    let (core, effects) = Scheduler.load(
      beginning.snapshot, settings: beginning.settings, at: now, bootID: beginning.bootID,
      zoneSeconds: beginning.zoneSeconds, found: beginning.found, measured: beginning.measured)
    self.core = core
    observer?.began(beginning, at: now, effects)
    endsWithoutDaemon = beginning.endsWithoutDaemon
    survivors = beginning.snapshot.liveRuns.filter { run in
      if case .alive = beginning.found[run.id] { true } else { false }
    }
    // A user's process is neither suspended nor resumed.
    survivingProcesses = beginning.snapshot.processes.filter { process in
      if case .alive = beginning.found[process.id] { !process.isUsers } else { false }
    }
    storedFailureCommands = beginning.failureCommands.map { command in
      var counted = command
      counted.restarts += 1
      return counted
    }
    nextFailureCommand = (beginning.failureCommands.map(\.number).max() ?? 0) + 1
    // The store still has these requests, but the snapshot does not: no file declares them any more, or they followed
    // such a request.
    firstEffects = beginning.undeclared.map { .change(.removeRequest($0)) } + effects
  }

  /// Calls `body` with the scheduler itself, and returns the result. An access to the property `core` instead copies
  /// the scheduler: it adds a reference to each of about a hundred parts. Code that reads often calls this function.
  ///
  /// - Parameter body: A closure that uses neither this stepper nor code that does, since the scheduler is accessed
  ///   exclusively during the call. A key path would also make a copy.
  package func read<Value>(_ body: (Scheduler) -> Value) -> Value {
    Self.call(body, withUncopied: &core)
  }

  /// Calls `body` with `scheduler`, and returns the result. Used only by `read`. Changes nothing: the parameter is
  /// `inout` only because an `inout` argument is passed without a copy.
  private static func call<Value>(
    _ body: (Scheduler) -> Value, withUncopied scheduler: inout Scheduler
  ) -> Value { body(scheduler) }

  /// Carries out the first effects of the loaded state and commits them. Also freezes, thaws, suspends or resumes the
  /// runs and app processes of an earlier daemon that are still alive. Called once, before the first step.
  package func start(_ environment: any StepEnvironment) {
    var batch = Batch()
    // The loaded state already includes these ends, so they are not delivered now. If the commit below fails, `undo`
    // loads the state without them, and queues them as events.
    batch.externalEvents = endsWithoutDaemon.map { $0.dated(at: environment.now) }
    performOrCollect(firstEffects, into: &batch, environment)
    // Before the commit: the restored states are already in the store.
    restorePhases(of: survivors, environment)
    restoreStates(of: survivingProcesses, environment)
    conclude(batch, environment)
    // They were needed only once.
    endsWithoutDaemon = []
    firstEffects = []
    survivors = []
    survivingProcesses = []
  }

  /// Removes a failure command from the store with the next commit: it has been started, or is not run.
  package func removeFailureCommand(_ number: Int64) {
    removableFailureCommands.append(number)
  }

  /// Freezes or thaws each of `runs`, which are the runs of an earlier daemon as recorded, so that it is in the phase
  /// that the scheduler knows. Ignores runs that the scheduler no longer has.
  private func restorePhases(of runs: [Run], _ environment: any StepEnvironment) {
    for recorded in runs {
      guard let run = core.runs.first(where: { $0.id == recorded.id }) else { continue }
      if case .frozen = run.phase {
        environment.carryOut(.freeze(run))
      } else if case .frozen = recorded.phase {
        // Its thaw is among the first effects and waits for the commit, so until then its time counts as frozen.
        // Freeze it also if the earlier daemon thawed it and then died.
        if recorded.wasOnlyThawed(in: run) { environment.carryOut(.freeze(recorded)) }
      } else {
        // The earlier daemon may have frozen it, and died before it recorded that. Thaw it now: the phase that is
        // recorded is already committed.
        environment.carryOut(.thaw(run))
      }
    }
  }

  /// Repeats, at the start, the suspension or the resumption of each of `processes` that the database records: the
  /// earlier daemon may have died before it carried that out. The recorded state counts, since newer decisions about
  /// the processes are not committed yet. Ignores processes that the scheduler no longer has.
  private func restoreStates(of processes: [AppProcess], _ environment: any StepEnvironment) {
    for recorded in processes {
      guard let process = core.processes.first(where: { $0.id == recorded.id }) else { continue }
      switch recorded.state {
      case .suspended: environment.carryOut(.suspendApp(process))
      case .launching, .active, .idle: environment.carryOut(.resumeApp(process))
      // Not launched yet, or about to end.
      case .waiting, .ending: break
      }
    }
  }

  /// Takes one step: `events` first, then all queued items, then the passing of time, if the scheduler's deadline
  /// `isDue`. Commits once for all of them, and then carries out their effects.
  package func step(_ events: [Event] = [], isDue: Bool = false, _ environment: any StepEnvironment)
  {
    var batch = Batch()
    batch.runsBefore = read { $0.runs }
    let eventCountBefore = eventCount
    // The present state of these runs and processes is real, but an earlier commit failed to record it.
    if !unrecorded.isEmpty {
      batch.changes = core.runs.filter { unrecorded.contains($0.id) }.map { .putRun($0) }
      for process in core.processes where unrecorded.contains(process.id) {
        batch.changes.append(.putProcess(process))
      }
    }

    for event in events {
      apply(event, into: &batch, environment)
    }
    for item in inbox.removeAll() {
      apply(item, into: &batch, environment)
    }

    // A rebuilt core has evaluated no request yet, and only an event makes it do so.
    let mustEvaluateAfterReload = !unrecorded.isEmpty && eventCount == eventCountBefore
    if isDue || mustEvaluateAfterReload { apply(.time, into: &batch, environment) }
    conclude(batch, environment)
  }

  /// Whether each run and each app process of the scheduler has ended, and several commits failed to record that.
  package var hasOnlyUnrecordedEnds: Bool {
    if unrecordedEnds.isEmpty { return false }
    return core.runs.allSatisfy { unrecordedEnds.contains($0.launched) }
      && core.processes.allSatisfy { $0.isUsers || unrecordedEnds.contains($0.id) }
  }

  /// Returns the time to the next step if no event comes before; `nil` if none is due. While commits fail, it is the
  /// time to the retry, or to a deadline that can stop work. The others, such as the end of a pause, stay due if their
  /// step is undone. Each attempt reads the whole store, so they wait for the retry.
  ///
  /// - Parameter delay: The time to the next deadline of the scheduler, or of a simulated clock; `nil` if there is
  ///   none.
  package func delayToNextStep(_ delay: Duration?, _ environment: any StepEnvironment) -> Duration?
  {
    guard let retryAt else { return delay }
    let delayToRetry = Duration.nanoseconds(max(0, retryAt - environment.real))
    // On a simulated clock also: it passes at real speed during runs.
    guard let delayToStop = read({ $0.nextStopDeadlines() }).delay(from: environment.now) else {
      return delayToRetry
    }
    return min(delayToRetry, max(delayToStop, Self.leastDelayWhileCommitsFail))
  }

  /// The least time between two steps while commits fail, if a deadline stays due because its step was undone.
  private static let leastDelayWhileCommitsFail = Duration.milliseconds(100)
}
