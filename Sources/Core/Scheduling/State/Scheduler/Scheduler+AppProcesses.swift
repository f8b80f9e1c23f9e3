// The processes of apps: starting, attaching, task delivery, suspension, end.
extension Scheduler {
  /// Applies an event of an app process, such as its attachment, the end of its launch, or its detachment. Ignores
  /// every other event.
  mutating func handleAppEvent(_ event: Event, at now: Instant) {
    switch event {
    case .attachApp(let attachment, let ticket): attach(attachment, ticket, at: now)
    case .finishLaunch(let process, let ticket, let handlers):
      endLaunch(of: process, handlers, ticket, at: now)
    case .detachApp(let process): detach(process, at: now)
    case .debugged(let process): noteDebugger(of: process, at: now)
    case .holdApp(let process, let needsTime, let ticket):
      noteNeedOfTime(of: process, needsTime, ticket, at: now)
    case .foundLocks(let process, let files): note(locks: files, of: process)
    default: break
    }
  }

  /// Continues with a process of an earlier daemon, whose state now is `found`. Ends its tasks if it is ending, has
  /// ended or, with `nil`, was not found.
  mutating func recover(
    _ process: AppProcess, _ found: FoundRun?, sameBoot: Bool, at now: Instant
  ) {
    if process.isDebugged { noteDebugger(of: process.id, at: now) }
    switch found {
    case .alive:
      // Its reports were not received meanwhile.
      resumeProgress(of: process.id, at: now)
      guard process.isUsers else {
        // The kill of the earlier daemon may be lost, and no deadline would repeat it.
        if process.state == .ending { effects.append(.immediate(.killApp(process))) }
        return
      }
      // A user's process must attach again within this time, to prove that it still exists.
      let until = now.awake + context.settings.value.launchTime
      effects += context.processes.set(.launching(until: until), of: process.id)
    case .ending:
      effects += context.processes.set(.ending, of: process.id)
      // It still exists, so its runs keep their slots until its end is reported.
      for entry in runs(of: process.id) { apply(.interrupt, to: entry.run.id, at: now) }
      dropContinued(without: process)
    case .ended(let processExit): handleEnd(of: process, processExit, at: now)
    case nil:
      remove(process)
      for entry in runs(of: process.id) {
        endInterrupted(entry.run.id, sameBoot: sameBoot, at: now)
      }
      dropContinued(without: process)
      launchWaiting(after: process, at: now)
    }
  }

  // MARK: Tasks

  /// Returns the number of the process for a task of `app` that begins now; of a new one if there is none.
  mutating func processIDForTask(of app: App, at now: Instant) -> RunID {
    if let known = context.processes.current(of: app.key) { return known.id }
    let id = context.runs.makeID()
    effects += context.processes.begin(id, of: app, at: now)
    return id
  }

  /// Delivers a task that begins to its process, which may be resumed for it. A launching process gets it when its
  /// launch has finished.
  mutating func handOver(_ run: Run, at now: Instant) {
    guard let process = run.process.flatMap({ context.processes[$0] }) else { return }
    if process.isDebugged { removeTimeLimits(of: run, at: now) }
    switch process.state {
    // The end of its launch delivers the task. A process that is ending is never chosen for one.
    case .waiting, .launching, .ending: return
    case .suspended:
      effects += context.processes.set(.active, of: process.id)
      effects.append(.afterCommit(.resumeApp(process)))
    case .idle: effects += context.processes.set(.active, of: process.id)
    case .active: break
    }
    deliver(run.id, at: now)
  }

  /// Delivers a task to a process that accepts tasks.
  mutating func deliver(_ id: RunID, at now: Instant) {
    applyStart(.begin, of: id, at: now)
    guard let run = context.runs[id]?.run, let process = run.process else { return }
    effects += context.processes.noteTask(for: process, at: now)
    effects.append(.afterCommit(.deliver(run)))
  }

  /// Returns the live runs of an app process: its tasks.
  func runs(of process: RunID) -> [ActiveRun] {
    context.runs.active.all.filter { $0.run.process == process }
  }

  /// Restarts the time in which the continued tasks of a process must report progress.
  mutating func resumeProgress(of process: RunID, at now: Instant) {
    for entry in runs(of: process) {
      effects += context.runs.resumeProgress(of: entry.run.id, at: now)
    }
  }

  // MARK: Ending

  /// Handles the end of the app process `id`. Returns `false`, without any change, if no app process has this number:
  /// it belongs to a run.
  mutating func handleEndOfAppProcess(
    _ id: RunID, _ processExit: ProcessExit, at now: Instant
  ) -> Bool {
    guard let process = context.processes[id] else { return false }
    handleEnd(of: process, processExit, at: now)
    return true
  }

  /// Removes an ended process, and ends its runs. Each gets an exit of its own (`ownExit`), since the process may have
  /// been killed for another run. Launches the next process of the app, if one waits.
  mutating func handleEnd(of process: AppProcess, _ processExit: ProcessExit, at now: Instant) {
    let reportsHandlers = context.processes.reportsHandlers(process.id)
    remove(process)
    for entry in runs(of: process.id) {
      // If a process does not report its calls, the handler is assumed to have been called.
      let isUncalled = reportsHandlers && entry.awaitsHandler
      let isBeingStopped = process.state == .ending || entry.run.phase != .running
      let isLost = isUncalled && !isBeingStopped
      // A lost task waits before its next launch (`requeueTask`). A user's process was not launched by the daemon.
      context.runs.note(
        isUncalled: isUncalled, isLost: isLost && !process.isUsers, of: entry.run.id)
      end(entry.run.id, entry.ownExit(in: process, processExit, isLost: isLost), at: now)
    }
    dropContinued(without: process)
    launchWaiting(after: process, at: now)
  }

  /// Launches the process that waited for the end of `process`.
  private mutating func launchWaiting(after process: AppProcess, at now: Instant) {
    guard let app = context.apps[process.app], !context.runs.isDraining else { return }
    effects += context.processes.launchWaiting(of: app, at: now)
  }

  /// Kills the processes of `app` that have no task, except for a user's process. Called if another process must
  /// receive the next task: of a program that was installed again, or that the user has started.
  mutating func endIdleProcesses(of app: AppKey) {
    for process in context.processes.all where process.app == app {
      if runs(of: process.id).isEmpty { kill(process) }
    }
  }

  /// Removes a process that no longer exists, and announces its end.
  private mutating func remove(_ process: AppProcess) {
    effects += context.processes.remove(process.id)
    effects.append(.afterCommit(.announce(.processEnded(process))))
  }

  /// Drops the waiting continued tasks of the app whose `process` has ended or is ending, unless it has another
  /// process. A later process would not know the work that the user began in this one.
  private mutating func dropContinued(without process: AppProcess) {
    if context.processes.current(of: process.app) != nil { return }
    removeWaiting(.continued, of: process.app, .interrupted)
  }

  /// Kills a process that the daemon started, or removes it if it was not launched yet. Does nothing to a user's
  /// process, or to one that is already being killed.
  private mutating func kill(_ process: AppProcess) {
    guard !process.isUsers, process.state != .ending else { return }
    if process.state == .waiting {
      remove(process)
    } else {
      effects += context.processes.set(.ending, of: process.id)
      effects.append(.immediate(.killApp(process)))
    }
    dropContinued(without: process)
  }

  // MARK: Time

  /// Kills the processes of killed runs, and processes past their deadline. A user's process is not killed: the daemon
  /// abandons it, or assumes that it has ended.
  mutating func superviseProcesses(at now: Instant) {
    if context.processes.isEmpty { return }
    var abandoned: [AppProcess] = []
    for entry in context.runs.active.all where entry.run.isTask {
      if let process = endIfStuck(entry.run, at: now) { abandoned.append(process) }
    }
    // Only after all their runs have ended: the end of a run queues its request again, unless a newer one of the same
    // name waits. If newer ones were dropped first, the older ones would wait again.
    for process in abandoned { dropContinued(without: process) }
    for process in context.processes.all {
      guard let deadline = context.processes.deadline(of: process), now.awake >= deadline else {
        continue
      }
      if process.isUsers {
        handleEnd(of: process, .unexplained, at: now)
        continue
      }
      // The end of an idle time is left to `suspendIdleProcesses`, which is called at the end of the event.
      if case .idle = process.state { continue }
      // The launch took too long: its tasks must end with this reason, and not with the end of the process.
      if case .launching = process.state {
        for entry in runs(of: process.id) {
          apply(.kill(.launchTimeout), to: entry.run.id, at: now)
        }
      }
      kill(process)
    }
  }

  /// Ends a killed task, or one that expired before its delivery. Returns the user's process if it gets no more tasks,
  /// since it cannot be killed; otherwise `nil`.
  private mutating func endIfStuck(_ run: Run, at now: Instant) -> AppProcess? {
    guard let process = run.process.flatMap({ context.processes[$0] }) else { return nil }
    switch run.phase {
    case .killed where process.isUsers:
      // It cannot be killed; its further work is no longer a run. The run ends as if SIGKILL (9) had ended it.
      abandon(run, of: process, ProcessExit(signal: 9), at: now)
      return process
    case .killed: kill(process)
    case .expiring where run.stepBegan == nil && process.isUsers:
      // A process whose main queue does not run accepts no tasks; the next process gets this one.
      abandon(run, of: process, .unexplained, at: now)
      return process
    // No process has the task yet, so none needs a notice.
    case .expiring where run.stepBegan == nil: end(run.id, ProcessExit(), at: now)
    default: break
    }
    return nil
  }

  /// Ends a run in a process that cannot be killed and has not stopped in time. The process gets no more tasks.
  private mutating func abandon(
    _ run: Run, of process: AppProcess, _ processExit: ProcessExit, at now: Instant
  ) {
    effects += context.processes.mistrust(process.id)
    end(run.id, processExit, at: now)
  }

  /// Marks the processes that have no task as idle, suspends those that have been idle for a while, and ends those that
  /// will get no more tasks. Called at the end of each event. A user's process is left alone.
  mutating func suspendIdleProcesses(at now: Instant) {
    if context.processes.isEmpty { return }
    for process in context.processes.all where !process.isUsers && runs(of: process.id).isEmpty {
      let app = context.apps[process.app]
      let getsNoTask = app == nil || app?.isForceQuit == true || isStoppingWithProcesses
      if getsNoTask {
        kill(process)
        continue
      }
      if process.state == .active {
        effects += context.processes.set(.idle(since: now.awake), of: process.id)
      }
      suspendIfIdleLongEnough(process.id, at: now)
    }
  }

  /// Suspends a process that has been idle for long enough, or ends the process if it is not kept for the next task.
  /// Also ends a suspended process if memory is short.
  private mutating func suspendIfIdleLongEnough(_ id: RunID, at now: Instant) {
    guard let process = context.processes[id] else { return }
    switch process.state {
    case .idle(let since):
      guard now.awake >= since + context.processes.idleTime(of: process) else { return }
      // It received the warning that its time is nearly over, and still continues.
      if context.processes.needsTime(id) { return kill(process) }
      let settings = context.settings.value
      // The unit of a process has a time limit. A process past half of its longest time is ended while it is idle, so
      // that the limit does not end it during a task.
      let isOld = now.awake >= process.began.awake + settings.appProcessTime / 2
      if isMemoryShort || isOld { return kill(process) }
      effects += context.processes.set(.suspended(since: now.awake), of: id)
      effects.append(.afterCommit(.suspendApp(process)))
    case .suspended where isMemoryShort: kill(process)
    case .waiting, .launching, .active, .suspended, .ending: break
    }
  }

  /// Handles a process's request for time to finish its work, or the end of that need. A process that was suspended
  /// before this report arrived is resumed.
  private mutating func noteNeedOfTime(
    of id: RunID, _ needsTime: Bool, _ ticket: Ticket, at now: Instant
  ) {
    guard let process = context.processes[id], process.state != .ending else {
      return answer(ticket, .refused(.voidToken))
    }
    context.processes.note(needsTime: needsTime, id)
    if needsTime, case .suspended = process.state {
      effects += context.processes.set(.idle(since: now.awake), of: id)
      effects.append(.afterCommit(.resumeApp(process)))
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Whether memory is so short that idle processes are ended.
  private var isMemoryShort: Bool {
    guard let limit = context.settings.value.pressureThatEndsApps,
      let pressure = context.device.raw.memory
    else { return false }
    return pressure >= limit
  }

  /// Notes the locks of a suspended process, which block other processes while it is frozen. If the policy says so,
  /// also kills it.
  private mutating func note(locks: [String], of id: RunID) {
    guard let process = context.processes[id], case .suspended = process.state else { return }
    effects += context.processes.note(locks: locks, of: id)
    if context.settings.value.suspendedWithLock == .kill { kill(process) }
  }

  /// Whether the daemon is about to stop together with its processes.
  private var isStoppingWithProcesses: Bool {
    context.runs.isDraining && !context.runs.leavesRuns
  }
}
