import Scheduling
import Store

/// Takes all that waits, lets the scheduler decide, commits once for all of it, then acts.
///
/// It has no clock, no thread and no process of its own: `StepEnvironment` has. Used from one place at a time;
/// only `inbox` is for everybody.
package final class Stepper {
  package let inbox: Inbox
  package internal(set) var core: Scheduler
  package let store: any Store
  package let bootID: String
  /// Real awake nanoseconds at which a failed commit is tried again.
  package internal(set) var retryAt: Int64?
  /// Why the last commit failed; `nil` since one has succeeded.
  package internal(set) var recordError: StoreError?
  /// Runs whose state is a fact, such as that they are frozen, and could not be recorded.
  var unrecorded: Set<RunID> = []
  /// Hears all that is taken and decided; nil where nobody listens.
  let observer: (any StepObserver)?
  /// How many events the scheduler has been told of.
  package internal(set) var eventCount = 0
  var nextTicket: Ticket = 1
  private var firstEffects: [Effect]
  /// What was found of the runs of an earlier daemon, to be told again if it cannot be recorded.
  private var firstFacts: [Event]
  /// Runs that live, as they were recorded. An earlier daemon may have died once it had frozen one, or
  /// warned a frozen one, before that was recorded, or before it had thawed one, after that was.
  private var survivors: [Run]
  /// Processes of apps that live, as they were recorded.
  private var survivingProcesses: [AppProcess]

  /// Begins with what the store holds; `start` acts on it.
  package init(
    _ beginning: InitialState, store: any Store, inbox: Inbox = Inbox(), at now: Instant,
    observer: (any StepObserver)? = nil
  ) {
    self.store = store
    self.inbox = inbox
    self.observer = observer
    bootID = beginning.bootID
    let (core, effects) = Scheduler.load(
      beginning.snapshot, settings: beginning.settings, at: now, bootID: beginning.bootID,
      zoneSeconds: beginning.zoneSeconds, found: beginning.found, measured: beginning.measured)
    self.core = core
    observer?.began(beginning, at: now, effects)
    firstFacts = beginning.ends
    survivors = beginning.snapshot.liveRuns.filter { run in
      if case .alive = beginning.found[run.id] { true } else { false }
    }
    survivingProcesses = beginning.snapshot.processes.filter { process in
      if case .alive = beginning.found[process.id] { !process.isUsers } else { false }
    }
    firstEffects = beginning.withdrawn.map { .change(.removeRequest($0)) } + effects
  }

  /// Commits and does what follows from what was loaded.
  package func start(_ outside: any StepEnvironment) {
    var batch = Batch()
    batch.facts = firstFacts.map { $0.told(at: outside.now) }
    sort(firstEffects, into: &batch, outside)
    (firstEffects, firstFacts) = ([], [])
    settle(survivors, outside)
    settle(survivingProcesses, outside)
    (survivors, survivingProcesses) = ([], [])
    conclude(batch, outside)
  }

  /// Has each of `runs` frozen, or not, as it is believed to be.
  private func settle(_ runs: [Run], _ outside: any StepEnvironment) {
    for recorded in runs {
      guard let run = core.runs.first(where: { $0.id == recorded.id }) else { continue }
      if case .frozen = run.phase {
        outside.act(on: .freeze(run))
      } else if case .frozen = recorded.phase {
        // That it goes on is a promise, and waits for its commit. Until then it is frozen, as is recorded,
        // also where the earlier daemon let it go on and died of that: the time would count as frozen.
        if run.phase == .running { outside.act(on: .freeze(recorded)) }
      } else {
        outside.keep(.thaw(run))
      }
    }
  }

  /// Has each of `processes` suspended, or not, as is recorded: the daemon that recorded it may have died before it
  /// was done. What is decided of them now waits for its commit.
  private func settle(_ processes: [AppProcess], _ outside: any StepEnvironment) {
    for recorded in processes {
      guard let process = core.processes.first(where: { $0.id == recorded.id }) else { continue }
      switch recorded.state {
      case .suspended: outside.keep(.suspendApp(process))
      case .launching, .active, .idle: outside.keep(.resumeApp(process))
      case .waiting, .ending: break
      }
    }
  }

  /// One step: `news` first, then all that waits, then that its moment has come, if it `isDue`.
  package func step(_ news: [Event] = [], isDue: Bool = false, _ outside: any StepEnvironment) {
    var batch = Batch()
    batch.runsBefore = core.runs
    let before = eventCount
    if !unrecorded.isEmpty {
      batch.changes = core.runs.filter { unrecorded.contains($0.id) }.map { .putRun($0) }
      for process in core.processes where unrecorded.contains(process.id) {
        batch.changes.append(.putProcess(process))
      }
    }
    for fact in news {
      take(fact, into: &batch, outside)
    }
    for item in inbox.takeAll() {
      take(item, into: &batch, outside)
    }
    // The core has begun anew since what is recorded again was decided, and has looked at nothing yet.
    let hasYetToLook = !unrecorded.isEmpty && eventCount == before
    if isDue || hasYetToLook { take(.time, into: &batch, outside) }
    conclude(batch, outside)
  }

  /// When the next step is due though nothing happens; nil never.
  ///
  /// - Parameter delay: How long until the scheduler, or whoever moves its clock, has something to do.
  package func nextStep(_ delay: Duration?, _ outside: any StepEnvironment) -> Duration? {
    guard let retryAt else { return delay }
    let retry = Duration.nanoseconds(max(0, retryAt - outside.real))
    // While nothing can be recorded, what is due for starting is due again and again.
    return min(retry, max(delay ?? retry, .milliseconds(100)))
  }
}
