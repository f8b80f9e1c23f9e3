import Devices
import Glibc
import Launch
import Logging
import Scheduling
import Store

// One step: taken, decided, committed, acted on.
extension Engine {
  func step() {
    var batch = Batch()
    batch.runsBefore = core.runs
    followZone(into: &batch)
    for step in story.due(at: now.wall) {
      if let note = step.note { watchers.send(note: note, at: now) }
      take(.device(step.values, nil), into: &batch)
    }
    for item in inbox.takeAll() {
      take(item, into: &batch)
    }
    conclude(batch)
  }

  /// Tells that clocks were set for summer or winter, or the system was given another zone.
  private func followZone(into batch: inout Batch) {
    LocalZone.refresh()
    let zone = LocalZone().secondsFromUTC(at: now.wall)
    guard zone != core.zoneSeconds else { return }
    zoneOutlook.forget()
    take(.zone(secondsFromUTC: zone), into: &batch)
  }

  private func take(_ item: Item, into batch: inout Batch) {
    switch item {
    case .fact(let event): take(event, into: &batch)
    case .read(let body): body(self)
    case .call(let make, let answer): take(make, answer, into: &batch)
    }
  }

  private func take(_ fact: Event, into batch: inout Batch) {
    batch.facts.append(fact)
    if case .measured(let measurements, _) = fact { log(measurements) }
    sort(core.handle(fact, at: now), into: &batch)
  }

  private func take(
    _ make: (Engine, Ticket) throws(Refusal) -> Event, _ answer: @escaping (Engine, Answer) -> Void,
    into batch: inout Batch
  ) {
    let ticket = nextTicket
    nextTicket += 1
    do throws(Refusal) {
      let event = try make(self, ticket)
      batch.callers[ticket] = { [unowned self] in answer(self, $0) }
      sort(core.handle(event, at: now), into: &batch)
    } catch {
      answer(self, .refused(error))
    }
  }

  /// Acts on what withdraws at once; what promises waits.
  func sort(_ effects: [Effect], into batch: inout Batch) {
    for effect in effects {
      switch effect {
      case .change(let change): batch.changes.append(change)
      case .warn(let run, let reason):
        launcher.signal(run: run.id, signal: run.signal, reason: reason.rawValue)
      case .kill(let run): launcher.kill(run: run.id)
      case .freeze(let run): launcher.freeze(run: run.id)
      case .signal(let run, let number):
        launcher.signal(run: run.id, signal: number, reason: "budgetEndsSoon")
      case .look: look()
      case .answer, .launch, .check, .announce, .startUnit, .thaw: batch.promises.append(effect)
      }
    }
  }

  /// Commits the batch and keeps its promises, or undoes it.
  func conclude(_ batch: Batch) {
    do throws(StoreError) {
      if !batch.changes.isEmpty {
        try store.commit(batch.changes, at: now, bootID: bootID)
      }
      noteSuccess(ofRecording: !batch.changes.isEmpty)
      for promise in batch.promises {
        keep(promise, batch)
      }
    } catch {
      undo(batch, error)
    }
    watchers.sendChangedReasons(engine: self, at: now)
    followClock()
    followMachine()
    watchdog?.feed(at: EngineClock.real)
    finishDraining()
  }

  /// After a failure only a commit shows that there is space again. A step that had nothing to record
  /// has nothing to try again either, once its time has come.
  private func noteSuccess(ofRecording hasRecorded: Bool) {
    guard let due = retryAt, hasRecorded || EngineClock.real >= due else { return }
    retryAt = nil
    if hasRecorded { logger.notice("What happens can be recorded again") }
  }

  private func keep(_ promise: Effect, _ batch: Batch) {
    switch promise {
    case .answer(let ticket, let answer): batch.callers[ticket]?(answer)
    case .launch(let run, let request): launch(run, request)
    case .check(let run, let request): check(run, request)
    case .announce(let notice): announce(notice)
    case .startUnit(let name, _): launcher.startUnit(name)
    case .thaw(let run): launcher.thaw(run: run.id)
    case .change, .warn, .kill, .freeze, .signal, .look: break
    }
  }

  private func launch(_ run: Run, _ request: Request) {
    do throws(LaunchError) {
      var current = request
      // What was recorded since the run began, with an earlier step of it.
      if let known = core.request(run.key), known.sequence == run.sequence {
        current.checkpoint = known.checkpoint
      }
      try launcher.launch(
        LaunchOrder(
          run, current, socket: socket, longestFreeze: core.settings.longestFreeze))
    } catch {
      var finish = Finish()
      finish.launchFailure = "\(error)"
      post(.runEnded(run.id, finish))
    }
  }

  /// After a commit that failed: whoever asked for something hears so, the core begins again from
  /// what is on disk, and what happened outside is told to it again.
  private func undo(_ batch: Batch, _ error: StoreError) {
    if retryAt == nil { logger.error("Nothing can be recorded: \(error)") }
    let refusal = Refusal(.unavailable, message: "\(error)")
    for answer in batch.callers.values {
      answer(.refused(refusal))
    }
    for answer in appointments.takeAll() {
      answer(self, refusal)
    }
    announceWithdrawals(batch)
    do throws(StoreError) {
      core = Scheduler.reload(try store.load(), after: core, before: batch.runsBefore, at: now)
    } catch {
      logger.critical("What was recorded cannot be read again, so rubatod stops: \(error)")
      // The supervisors end what runs, and systemd starts the daemon anew.
      exit(1)
    }
    inbox.putBack(batch.facts.filter(\.mustSurvive).map { .fact($0) })
    retryAt = EngineClock.real + 5_000_000_000
  }

  /// What was withdrawn has happened, recorded or not.
  private func announceWithdrawals(_ batch: Batch) {
    for case .announce(let notice) in batch.promises {
      switch notice {
      case .warned, .killing: announce(notice)
      default: break
      }
    }
  }

  private func finishDraining() {
    guard core.isStopping, core.runCount == 0 || launcher.outlivesDaemon, let finished = drained
    else { return }
    drained = nil
    finished()
  }
}

extension Event {
  /// Whether the event must be told again after a commit that failed: the time tells itself.
  fileprivate var mustSurvive: Bool {
    if case .time = self { false } else { true }
  }
}
