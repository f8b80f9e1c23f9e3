import Scheduling

// Items are delivered to the scheduler, and its effects are sorted.
extension Stepper {
  func take(_ item: Item, into batch: inout Batch, _ outside: any StepEnvironment) {
    switch item {
    case .fact(let event): take(event, into: &batch, outside)
    case .act(let body): body()
    case .call(let make, let answer): take(make, answer, into: &batch, outside)
    }
  }

  func take(_ fact: Event, into batch: inout Batch, _ outside: any StepEnvironment) {
    if fact.isStale(in: batch) { return }
    let fact = outside.complete(fact)
    batch.facts.append(fact.told(at: outside.now))
    sort(handle(fact, at: outside.now), into: &batch, outside)
  }

  private func handle(_ event: Event, at now: Instant) -> [Effect] {
    let effects = core.handle(event, at: now)
    eventCount += 1
    observer?.took(event, at: now, effects)
    return effects
  }

  private func take(
    _ make: (Ticket) throws(Refusal) -> Event, _ answer: @escaping (Answer) -> Void,
    into batch: inout Batch, _ outside: any StepEnvironment
  ) {
    let ticket = nextTicket
    nextTicket += 1
    do throws(Refusal) {
      let event = try make(ticket)
      batch.callers[ticket] = answer
      sort(handle(event, at: outside.now), into: &batch, outside)
    } catch {
      answer(.refused(error))
    }
  }

  /// Carries out withdrawals immediately; promises wait for the commit.
  func sort(_ effects: [Effect], into batch: inout Batch, _ outside: any StepEnvironment) {
    for effect in effects {
      switch effect {
      case .change(let change): batch.changes.append(change)
      case .withdraw(let withdrawal):
        batch.note(withdrawal)
        outside.act(on: withdrawal)
      case .promise(let promise): batch.take(promise)
      }
    }
  }
}

extension Batch {
  fileprivate mutating func take(_ promise: Effect.Promise) {
    switch promise {
    case .launch(let run, _): unlaunched.insert(.run(run.id))
    case .check(let check, _): unlaunched.insert(.check(check.id))
    case .launchApp(let process, _): unlaunched.insert(.run(process.id))
    case .answer, .announce, .startUnit, .tellOfFailure, .thaw, .deliver, .suspendApp, .resumeApp:
      break
    }
    promises.append(promise)
  }

  fileprivate mutating func note(_ withdrawal: Effect.Withdrawal) {
    switch withdrawal {
    case .kill(let run): stopped.insert(.run(run.id))
    case .killCheck(let check): stopped.insert(.check(check.id))
    case .warn(let run, _):
      if case .expiring = run.phase { stopped.insert(.run(run.id)) }
    case .freeze(let run):
      frozen.insert(run.id)
      // Its thaw was decided in this step, and has not been carried out yet.
      promises.removeAll {
        if case .thaw(let thawed) = $0 { thawed.id == run.id } else { false }
      }
    case .killApp(let process): stopped.insert(.run(process.id))
    case .signal, .look: break
    }
  }
}

extension Event {
  /// Whether it reports on a command whose run is at its next step, which has not been launched. A repeated report of
  /// an end must not end the next step.
  fileprivate func isStale(in batch: Batch) -> Bool {
    switch self {
    case .runStarted(let run), .runEnded(let run, _): batch.unlaunched.contains(.run(run))
    case .checkEnded(let check, _): batch.unlaunched.contains(.check(check))
    default: false
    }
  }
}
