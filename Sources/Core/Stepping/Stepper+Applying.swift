import Scheduling

// Items are delivered to the scheduler, and its effects are sorted.
extension Stepper {
  /// Applies one queued item: delivers an external event or a call to the scheduler, or carries out a change outside of
  /// it. The effects are carried out or added to `batch`.
  func apply(_ item: Item, into batch: inout Batch, _ environment: any StepEnvironment) {
    switch item {
    case .event(let event): apply(event, into: &batch, environment)
    case .act(let change): change()
    case .call(let makeEvent, let answer): apply(makeEvent, answer, into: &batch, environment)
    }
  }

  /// Delivers an external event to the scheduler, with additional data of the environment. The batch keeps the event,
  /// to deliver it again if the commit fails. A stale event is ignored (see `isStale`).
  func apply(_ event: Event, into batch: inout Batch, _ environment: any StepEnvironment) {
    if event.isStale(in: batch) { return }
    let completeEvent = environment.addingKnownData(to: event)
    // Dated now: if it is delivered again later, its time stays that of this first delivery.
    batch.externalEvents.append(completeEvent.dated(at: environment.now))
    performOrCollect(handle(completeEvent, at: environment.now), into: &batch, environment)
  }

  /// Delivers `event` to the scheduler, counts it, reports it and its effects to the observer, and returns the effects.
  private func handle(_ event: Event, at now: Instant) -> [Effect] {
    let effects = core.handle(event, at: now)
    eventCount += 1
    observer?.took(event, at: now, effects)
    return effects
  }

  /// Creates the event of a call with a new ticket, and delivers it to the scheduler. The caller receives its answer
  /// after the commit. If `makeEvent` throws a refusal, nothing is delivered and the caller receives the refusal
  /// immediately.
  private func apply(
    _ makeEvent: (Ticket) throws(Refusal) -> Event, _ sendAnswer: @escaping (Answer) -> Void,
    into batch: inout Batch, _ environment: any StepEnvironment
  ) {
    let ticket = nextTicket
    nextTicket += 1
    do throws(Refusal) {
      let event = try makeEvent(ticket)
      batch.callers[ticket] = sendAnswer
      performOrCollect(handle(event, at: environment.now), into: &batch, environment)
    } catch {
      sendAnswer(.refused(error))
    }
  }

  /// Carries out the immediate effects now. Adds the recorded changes and the effects that wait for the commit to
  /// `batch`. The same commit stores each failure command, so that it is also run if this daemon ends before.
  func performOrCollect(
    _ effects: [Effect], into batch: inout Batch, _ environment: any StepEnvironment
  ) {
    for effect in effects {
      switch effect {
      case .change(let change): batch.changes.append(change)
      case .immediate(let effect):
        batch.noteTarget(of: effect)
        environment.carryOut(effect)
      case .afterCommit(.runFailureCommand(let command, let request)):
        batch.collect(.runFailureCommand(keep(command, in: &batch), request))
      case .afterCommit(.startUnit(let unit, let command)):
        batch.collect(.startUnit(unit, for: keep(command, in: &batch)))
      case .afterCommit(let effect): batch.collect(effect)
      }
    }
  }

  /// Numbers a failure command, adds it to the changes of `batch`, and returns it.
  private func keep(_ command: FailureCommand, in batch: inout Batch) -> FailureCommand {
    var numbered = command
    numbered.number = nextFailureCommand
    nextFailureCommand += 1
    batch.changes.append(.putFailureCommand(numbered))
    return numbered
  }
}

extension Batch {
  /// Adds an effect that waits for the commit. The run, check or process that it launches is noted, so that an earlier
  /// report about it is recognised as stale.
  fileprivate mutating func collect(_ effect: Effect.AfterCommit) {
    switch effect {
    case .launch(let run, _): unlaunched.insert(.run(run.id))
    case .check(let check, _): unlaunched.insert(.check(check.id))
    case .launchApp(let process, _): unlaunched.insert(.run(process.id))
    case .answer, .announce, .startUnit, .runFailureCommand, .notifyOwner, .thaw, .deliver,
      .suspendApp,
      .resumeApp:
      break
    }
    afterCommit.append(effect)
  }

  /// Notes which run, check or process an immediate effect stops, kills or freezes. After the commit, a stopped one is
  /// not launched; after a failed commit, a frozen one is thawed. A freeze also removes the thaw of the same run from
  /// the effects that wait for the commit.
  fileprivate mutating func noteTarget(of effect: Effect.Immediate) {
    switch effect {
    case .kill(let run): stopped.insert(.run(run.id))
    case .killCheck(let check): stopped.insert(.check(check.id))
    case .warn(let run, _):
      // A warning in another phase only asks the run to defer.
      if case .expiring = run.phase { stopped.insert(.run(run.id)) }
    case .freeze(let run):
      frozen.insert(run.id)
      // A thaw that was decided earlier in this step would end this freeze after the commit.
      afterCommit.removeAll {
        if case .thaw(let thawed) = $0 { thawed.id == run.id } else { false }
      }
    case .killApp(let process): stopped.insert(.run(process.id))
    case .signal, .poll: break
    }
  }
}

extension Event {
  /// Whether the event reports the start or the end of a run or check whose launch still waits for the commit. Such a
  /// report repeats an earlier one, about the previous step of the run, and must not end the next step.
  fileprivate func isStale(in batch: Batch) -> Bool {
    switch self {
    case .runStarted(let run), .runEnded(let run, _): batch.unlaunched.contains(.run(run))
    case .checkEnded(let check, _): batch.unlaunched.contains(.check(check))
    default: false
    }
  }
}
