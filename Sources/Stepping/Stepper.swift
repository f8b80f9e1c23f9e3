import Scheduling
import Store

/// Takes all that waits, lets the scheduler decide, commits once for all of it, then acts.
///
/// It has no clock, no thread and no process of its own: `Outside` has. Used from one place at a time;
/// only `inbox` is for everybody.
package final class Stepper {
  package let inbox = Inbox()
  package internal(set) var core: Scheduler
  let store: any Store
  let bootID: String
  /// Real awake nanoseconds at which a failed commit is tried again.
  package internal(set) var retryAt: Int64?
  /// Hears all that is taken and decided; nil where nobody listens.
  let witness: (any Witness)?
  var nextTicket: Ticket = 1
  private var firstEffects: [Effect]
  /// What was found of the runs of an earlier daemon, to be told again if it cannot be recorded.
  private var firstFacts: [Event]
  /// Runs that may be frozen and are not believed to be: an earlier daemon may have died once it had
  /// frozen them, before that was recorded, or before it had thawed them, after that was.
  private var forgotten: [Run]

  /// Begins with what the store holds; `start` acts on it.
  package init(
    _ beginning: Beginning, store: any Store, at now: Instant, witness: (any Witness)? = nil
  ) {
    self.store = store
    self.witness = witness
    bootID = beginning.bootID
    let (core, effects) = Scheduler.load(
      beginning.snapshot, settings: beginning.settings, at: now, bootID: beginning.bootID,
      zoneSeconds: beginning.zoneSeconds, found: beginning.found, measured: beginning.measured)
    self.core = core
    witness?.began(beginning, at: now, effects)
    firstFacts = beginning.ends
    forgotten = beginning.snapshot.liveRuns.filter { run in
      guard case .alive = beginning.found[run.id] else { return false }
      return if case .frozen = run.phase { false } else { true }
    }
    firstEffects = beginning.withdrawn.map { .change(.removeRequest($0)) } + effects
  }

  /// Commits and does what follows from what was loaded.
  package func start(_ outside: any Outside) {
    var batch = Batch()
    batch.facts = firstFacts
    sort(firstEffects, into: &batch, outside)
    (firstEffects, firstFacts) = ([], [])
    thaw(forgotten, outside)
    forgotten = []
    conclude(batch, outside)
  }

  private func thaw(_ runs: [Run], _ outside: any Outside) {
    for run in runs {
      if case .frozen = core.runs.first(where: { $0.id == run.id })?.phase { continue }
      outside.thaw(run)
    }
  }

  /// One step: `news` first, then all that waits.
  package func step(_ news: [Event] = [], _ outside: any Outside) {
    var batch = Batch()
    batch.runsBefore = core.runs
    for fact in news {
      take(fact, into: &batch, outside)
    }
    for item in inbox.takeAll() {
      take(item, into: &batch, outside)
    }
    conclude(batch, outside)
  }

  /// When the next step is due though nothing happens; nil never.
  ///
  /// - Parameter delay: How long until the scheduler, or whoever moves its clock, has something to do.
  package func nextStep(_ delay: Duration?, _ outside: any Outside) -> Duration? {
    guard let retryAt else { return delay }
    let retry = Duration.nanoseconds(max(0, retryAt - outside.real))
    // While nothing can be recorded, what is due for starting is due again and again.
    return min(retry, max(delay ?? retry, .milliseconds(100)))
  }
}
