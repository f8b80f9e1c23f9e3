import Scheduling
import Store

// Decisions are committed and their effects carried out, or they are undone.
extension Stepper {
  /// Commits the changes of the step and then carries out the effects that waited for it; undoes the step if the commit
  /// fails. Called at the end of each step. Without changes, nothing is written unless a failure command was found or
  /// started, or a retry after a failed commit is due.
  func conclude(_ batch: Batch, _ environment: any StepEnvironment) {
    do throws(StoreError) {
      // While commits fail, changes of failure commands wait for one that succeeds.
      let mustWrite = hasFailureCommands && retryAt == nil
      let mustCommit = !batch.changes.isEmpty || mustWrite || isRetryDue(environment)
      if mustCommit {
        try store.commit(addingRest(to: batch.changes), at: environment.now, bootID: bootID)
        commitCount += 1
        // This commit has recorded them: `step` added the unrecorded states to the changes.
        unrecorded = []
        forgetRest()
      }
      noteSuccess(hasCommitted: mustCommit, environment)
      if mustCommit { runStoredFailureCommands(environment) }
      for effect in batch.afterCommit {
        carryOut(effect, batch, environment)
      }
    } catch {
      undo(batch, error, environment)
    }
  }

  /// Whether the next commit changes failure commands.
  private var hasFailureCommands: Bool {
    !storedFailureCommands.isEmpty || !removableFailureCommands.isEmpty
  }

  /// Runs the failure commands that an earlier daemon did not start. Called after a commit; does nothing after the
  /// first one.
  private func runStoredFailureCommands(_ environment: any StepEnvironment) {
    let commands = storedFailureCommands
    storedFailureCommands = []
    for command in commands { environment.runStored(command) }
  }

  /// Returns `changes` with the changes that belong to no event: counted and removed failure commands, and the entries
  /// of the past.
  private func addingRest(to changes: [Change]) -> [Change] {
    let counted = storedFailureCommands.map { Change.putFailureCommand($0) }
    let removals = removableFailureCommands.map { Change.removeFailureCommand($0) }
    let entries = past.isEmpty ? [] : [Change.past(past)]
    return changes + counted + removals + entries
  }

  /// Forgets the removals and entries that `addingRest` has added, after their commit.
  private func forgetRest() {
    removableFailureCommands = []
    past = []
  }

  /// Commits the removals of failure commands, the entries of the past, and the present time, when the daemon ends: no
  /// later commit would record them. A failure loses these entries, and repeats these commands, so it is ignored. Does
  /// nothing while commits fail.
  package func recordPast(at now: Instant) {
    guard retryAt == nil else { return }
    try? store.commit(addingRest(to: []), at: now, bootID: bootID)
    forgetRest()
  }

  /// Returns whether the retry time of a failed commit has come; `false` if no commit has failed. The retry may be an
  /// empty commit: only a commit shows whether the store can be written again.
  private func isRetryDue(_ environment: any StepEnvironment) -> Bool {
    retryAt.map { environment.real >= $0 } ?? false
  }

  /// Reports to the environment that commits succeed again, and clears the retry time and the error. Does nothing if
  /// this step committed nothing, or if the previous commit succeeded.
  private func noteSuccess(hasCommitted: Bool, _ environment: any StepEnvironment) {
    guard hasCommitted, retryAt != nil else { return }
    retryAt = nil
    recordError = nil
    (undoneEnds, unrecordedEnds) = ([], [])
    environment.commitsSucceedAgain()
  }

  /// SIGTERM (signal(7)), which ends a check that was stopped before its launch.
  private static let terminationSignal: Int32 = 15
  /// SIGKILL, which ends an app process that was killed before its launch.
  private static let killSignal: Int32 = 9

  /// Carries out an effect after the commit: sends an answer to its caller, and passes other effects to the
  /// environment. A start of work that was stopped in the same step is reported as its end instead.
  private func carryOut(
    _ effect: Effect.AfterCommit, _ batch: Batch, _ environment: any StepEnvironment
  ) {
    switch effect {
    case .answer(let ticket, let answer): batch.callers[ticket]?(answer)
    case .launch(let run, _) where batch.stopped.contains(.run(run.id)):
      reportEndWithoutStart(of: run)
    case .check(let check, _) where batch.stopped.contains(.check(check.id)):
      inbox.put(.event(.checkEnded(check.id, ProcessExit(signal: Self.terminationSignal))))
    case .deliver(let run) where batch.stopped.contains(.run(run.id)):
      reportEndWithoutStart(of: run)
    // The run is no longer live: it has ended with its process in this step, so no process can receive it.
    case .deliver(let run) where core.run(of: run.key)?.id != run.id: break
    case .launchApp(let process, _) where batch.stopped.contains(.run(process.id)):
      inbox.put(.event(.runEnded(process.id, ProcessExit(signal: Self.killSignal))))
    case .launch(let run, let request):
      environment.carryOut(.launch(run, addingCheckpoint(to: request, of: run)))
    case .check, .announce, .startUnit, .runFailureCommand, .notifyOwner, .thaw, .launchApp,
      .deliver,
      .suspendApp,
      .resumeApp:
      environment.carryOut(effect)
    }
  }

  /// Returns `request` with its present checkpoint, to which an earlier step of `run` may have added data since the run
  /// began. Returns it unchanged if the scheduler has another request, or none, of this key.
  private func addingCheckpoint(to request: Request, of run: Run) -> Request {
    var current = request
    if let known = core.request(run.key), known.sequence == run.sequence {
      current.progress.checkpoint = known.progress.checkpoint
    }
    return current
  }

  /// Queues the end of a run that was stopped in the step that decided to start it, as if its signal had ended it. The
  /// warning reached no process, and a process that started now would never receive it.
  private func reportEndWithoutStart(of run: Run) {
    inbox.put(.event(.runEnded(run.id, ProcessExit(signal: run.signal))))
  }

  /// The time between a failed commit and its retry, in nanoseconds.
  private static let retryDelay: Int64 = 5_000_000_000

  /// Undoes a step after a failed commit: refuses its callers, announces the signals that were sent, rebuilds the core
  /// from the store, and queues the external events again. The commit is retried after `retryDelay`. Ends the process
  /// if the store cannot be read.
  private func undo(_ batch: Batch, _ error: StoreError, _ environment: any StepEnvironment) {
    environment.commitFailed(error, isFirst: retryAt == nil)
    recordError = error

    // In the order of the calls.
    for (ticket, sendAnswer) in batch.callers.sorted(by: { $0.key < $1.key }) {
      sendAnswer(.refused(refusal(of: ticket, in: batch, error)))
    }
    announceWarningsAndKills(batch, environment)

    do throws(StoreError) {
      let snapshot = try store.load().valid(in: bootID)
      let now = environment.now
      core = Scheduler.reload(snapshot, after: core, runsBefore: batch.runsBefore, at: now)
      observer?.reloaded(snapshot, runsBefore: batch.runsBefore, at: now)
      // A signal that was sent cannot be undone, so the rebuilt core keeps the new state of a stopped run or process.
      // Each state that differs from the stored one is recorded with the next commit.
      let changedRuns = core.runs.filter { !snapshot.liveRuns.contains($0) }
      let changedProcesses = core.processes.filter { !snapshot.processes.contains($0) }
      unrecorded = Set(changedRuns.map(\.id)).union(changedProcesses.map(\.id))
    } catch {
      return environment.endProcess(because: error)
    }

    let endedIDs = batch.externalEvents.endedIDs
    (undoneEnds, unrecordedEnds) = (endedIDs, endedIDs.intersection(undoneEnds))
    thawUnrecordedFreezes(batch.frozen, environment)
    inbox.putBack(batch.externalEvents.toDeliverAgain.map { .event($0) })
    retryAt = environment.real + Self.retryDelay
  }

  /// Returns the refusal of a call of an undone step. It names the run that the call stops, since the run was warned
  /// before the commit.
  private func refusal(of ticket: Ticket, in batch: Batch, _ error: StoreError) -> Refusal {
    var message = "\(error)"
    for case .answer(ticket, .done(stopping: let run?, failed: _)) in batch.afterCommit {
      message += "; only run \(run) is being stopped"
    }
    return Refusal(.unavailable, message: message)
  }

  /// Thaws the runs that the undone step has frozen and that the rebuilt core does not know as frozen. No later
  /// decision would thaw a run that is known as running.
  private func thawUnrecordedFreezes(_ frozen: Set<RunID>, _ environment: any StepEnvironment) {
    for run in core.runs where frozen.contains(run.id) {
      if case .frozen = run.phase { continue }
      environment.carryOut(.thaw(run))
    }
  }

  /// Announces the warnings and kills of an undone step, which were carried out before the commit failed. Its other
  /// notices are dropped.
  private func announceWarningsAndKills(_ batch: Batch, _ environment: any StepEnvironment) {
    for case .announce(let notice) in batch.afterCommit {
      switch notice {
      case .warned, .killing: environment.carryOut(.announce(notice))
      default: break
      }
    }
  }
}
