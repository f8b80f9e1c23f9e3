// Live runs: reactions to closed gates, deadlines, and reports of commands.
extension Scheduler {
  /// Applies a transition to one run.
  mutating func apply(_ transition: Run.Transition, to id: RunID, at now: Instant) {
    effects += context.runs.apply(transition, to: id, at: now)
  }

  /// Applies the transition of a run whose command has begun or is ready. If it is running then, its gates are checked
  /// for the first time.
  mutating func applyStart(_ transition: Run.Transition, of id: RunID, at now: Instant) {
    let wasLaunching = context.runs[id]?.run.phase == .launching
    apply(transition, to: id, at: now)
    if wasLaunching, let entry = context.runs[id], entry.run.phase == .running {
      watchGates(of: entry, at: now)
    }
  }

  /// Prepares the stop of the daemon: starts no more runs, saves learned data once, kills condition checks, and ends
  /// pauses that last until a restart. Also stops all runs, unless `leavesRuns`.
  mutating func drain(leavesRuns: Bool, at now: Instant) {
    if context.runs.drain(leavesRuns: leavesRuns) {
      effects += context.forecastModel.save(at: now, after: .zero).effects
      follow(context.apps.saveAll(at: now), at: now)
    }
    follow(context.checks.killAll(at: now), at: now)
    follow(context.pauses.endWithDaemon(at: now.wall), at: now)
    guard !leavesRuns else { return }
    for entry in context.runs.active.all {
      apply(.expire(.shutdown), to: entry.run.id, at: now)
    }
  }

  /// Checks whether the gates of all runs are still open.
  mutating func watchGates(at now: Instant) {
    for entry in context.runs.active.all { watchGates(of: entry, at: now) }
  }

  /// Checks the gates of one run. If all are open, resumes the run if it is frozen; otherwise notifies, freezes, defers
  /// or ends it, as the closed gate demands. A pause takes precedence.
  private mutating func watchGates(of entry: ActiveRun, at now: Instant) {
    if applyPause(to: entry, at: now) { return }
    guard let veto = context.closedGate(for: entry, at: now), let reason = veto.reason else {
      return apply(.thaw, to: entry.run.id, at: now)
    }
    let (run, settings) = (entry.run, context.settings.value)
    let stop = StopReason.gate(reason)
    let demand = veto.demand(with: settings.rules(of: run.kind).closingGate)
    // The request asks to be frozen in place of a stop.
    let prefersFreeze = (entry.request?.terms.run.onClosedGate ?? .stop) != .stop
    if demand >= .deferring, prefersFreeze {
      return apply(entry.freezeTransition(for: stop, settings), to: run.id, at: now)
    }
    // A task receives no signals: it expires, or it continues.
    if run.isTask {
      if demand < .deferring { return }
      apply(.expire(stop), to: run.id, at: now)
      return noteHeatStop(reason)
    }
    switch demand {
    // The reason for the freeze no longer applies.
    case .nothing: return apply(.thaw, to: run.id, at: now)
    case .notifying:
      apply(.thaw, to: run.id, at: now)
      return apply(.notify(stop), to: run.id, at: now)
    case .deferring:
      // It can only be asked while it runs.
      thawIfPaused(run, at: now)
      let effectCount = effects.count
      apply(.askToDefer(stop), to: run.id, at: now)
      // A run is asked only once: the transition then has no effects.
      let wasAskedBefore = effects.count == effectCount
      if wasAskedBefore { return }
    case .ending: apply(.expire(stop), to: run.id, at: now)
    }
    noteHeatStop(reason)
  }

  /// Notes that a run was stopped for `reason`, if that is heat: starts then wait until the device has cooled down.
  private mutating func noteHeatStop(_ reason: Reason) {
    if reason == .thermal { context.device.noteHeatStop() }
  }

  /// Applies a report of a command, or of an app about its task, and answers it. Refuses a report of an ended run, and
  /// a report that its kind of run cannot make.
  mutating func handle(_ report: RunReport, of id: RunID, _ ticket: Ticket, at now: Instant) {
    guard let entry = context.runs[id] else {
      return answer(ticket, .refused(.over(id)))
    }
    if let refusal = report.objection(context.settings.value) {
      return answer(ticket, .refused(refusal))
    }
    switch report {
    case .ready: applyStart(.ready, of: id, at: now)
    case .checkpoint(let data):
      // The command got further than before, so its earlier crashes no longer count.
      updateCheckpoint(of: entry.run) {
        $0.data = data
        $0.crashes = 0
      }
    case .progress(let share):
      if !entry.run.isTask {
        updateCheckpoint(of: entry.run) { $0.share = share }
      } else {
        // The request of a task is consumed.
        effects += context.runs.note(share: share, of: id, at: now)
      }
    case .title(let title, let subtitle):
      guard entry.run.task?.continued != nil else {
        return answer(ticket, .refused(.notContinued(id)))
      }
      effects += context.runs.note(title: title, subtitle: subtitle, of: id)
    case .completed(let success):
      guard entry.run.isTask else { return answer(ticket, .refused(.noTask(id))) }
      end(id, ProcessExit(exit: success ? 0 : 1), at: now)
    case .began:
      guard entry.run.isTask else { return answer(ticket, .refused(.noTask(id))) }
      context.runs.noteBegun(id)
    case .expiration(let report):
      guard entry.run.isTask else { return answer(ticket, .refused(.noTask(id))) }
      handle(report, of: entry, at: now)
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Stores a task's report on its expiration handler. If an expiring task has none, its process is killed immediately,
  /// or its run is ended as failed, as the policy requires; with a debugger always the latter.
  private mutating func handle(_ report: ExpirationReport, of entry: ActiveRun, at now: Instant) {
    let id = entry.run.id
    context.runs.note(report, of: id)
    guard report.state == .missing, case .expiring(let reason, _) = entry.run.phase else { return }
    if context.settings.value.missingExpirationHandler == .kill, !entry.isDebugged {
      return apply(.kill(reason), to: id, at: now)
    }
    var processExit = ProcessExit(exit: 1)
    processExit.message = Ending.withoutExpirationHandler
    end(id, processExit, at: now)
  }

  /// Changes the progress of the request of `run`. A request that replaced it begins from the first step, but keeps
  /// the crash count.
  mutating func updateCheckpoint(of run: Run, _ change: (inout Checkpoint) -> Void) {
    guard var request = requests[run.key] else { return }
    let before = request
    var checkpoint = request.progress.checkpoint
    change(&checkpoint)
    if request.sequence == run.sequence {
      request.progress.checkpoint = checkpoint
    } else {
      request.progress.checkpoint.crashes = checkpoint.crashes
      request.progress.checkpoint.isQuarantined = checkpoint.isQuarantined
    }
    // A forced run has completed the step. The failure that caused the quarantine must not remain as that of a window.
    if before.progress.checkpoint.isQuarantined, !checkpoint.isQuarantined {
      request.progress.windowFailure = nil
    }
    if request != before { put(request) }
  }
}
