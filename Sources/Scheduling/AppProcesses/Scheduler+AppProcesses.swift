// The processes of apps: begun for a task, attached, handed tasks, suspended, ended.
extension Scheduler {
  mutating func takeAppEvent(_ event: Event, at now: Instant) {
    switch event {
    case .attachApp(let attachment, let ticket): attach(attachment, ticket, at: now)
    case .finishLaunch(let process, let ticket): finishLaunch(of: process, ticket, at: now)
    case .detachApp(let process): detach(process, at: now)
    default: break
    }
  }

  /// Goes on with a process of an earlier daemon, or ends what it carried.
  mutating func takeUp(
    _ process: AppProcess, _ found: FoundRun?, sameBoot: Bool, at now: Instant
  ) {
    switch found {
    case .alive:
      // Of a process that a user has started nothing tells that it is there but itself.
      guard process.isUsers else { return }
      let until = now.awake + context.settings.value.launchTime
      effects += context.processes.set(.launching(until: until), of: process.id)
    case .ending:
      effects += context.processes.set(.ending, of: process.id)
      for entry in runs(of: process.id) { apply(.interrupt, to: entry.run.id, at: now) }
    case .ended(let finish): endProcess(process, finish, at: now)
    case nil:
      remove(process)
      for entry in runs(of: process.id) {
        endInterrupted(entry.run.id, sameBoot: sameBoot, at: now)
      }
      if let app = context.apps[process.app], !context.runs.isDraining {
        effects += context.processes.launchWaiting(of: app, at: now)
      }
    }
  }

  // MARK: Tasks

  /// The process that a task of `app` which begins now is handed to; a new one where there is none.
  mutating func processForTask(of app: App, at now: Instant) -> RunID {
    if let known = context.processes.current(of: app.key) { return known.id }
    let id = context.runs.takeID()
    effects += context.processes.begin(id, of: app, at: now)
    return id
  }

  /// Hands a task over that begins, as soon as its process takes it.
  mutating func handOver(_ run: Run, at now: Instant) {
    guard let process = run.process.flatMap({ context.processes[$0] }) else { return }
    switch process.state {
    case .waiting, .launching, .ending: return
    case .suspended:
      effects += context.processes.set(.active, of: process.id)
      effects.append(.promise(.resumeApp(process)))
    case .active: break
    }
    deliver(run.id, at: now)
  }

  /// Hands a task to a process that takes tasks.
  private mutating func deliver(_ id: RunID, at now: Instant) {
    note(.begin, of: id, at: now)
    guard let run = context.runs[id]?.run else { return }
    effects.append(.promise(.deliver(run)))
  }

  private func runs(of process: RunID) -> [ActiveRun] {
    context.runs.active.all.filter { $0.run.process == process }
  }

  // MARK: Attaching

  /// Takes that a process says it is an app's.
  mutating func attach(_ attachment: AppAttachment, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      let app = try context.app(of: attachment)
      if let id = attachment.process {
        try rebind(id, attachment)
        update(app, by: attachment, at: now)
        greet(id, ticket)
      } else {
        try context.checkIsOnlyOne(attachment, of: app)
        update(app, by: attachment, at: now)
        let known = context.processes.users(of: app.key)
        greet(known?.id ?? attachAsUsers(attachment, of: app.key, at: now), ticket)
      }
    } catch {
      answer(ticket, .refused(error))
    }
  }

  private mutating func rebind(_ id: RunID, _ attachment: AppAttachment) throws(Refusal) {
    guard let process = context.processes[id], process.state != .ending else {
      throw .voidToken
    }
    if let known = process.identity, known != attachment.identity { throw .attached(process) }
    effects += context.processes.bind(id, to: attachment.identity)
  }

  /// A user's process takes the place of one that the daemon has started and that has nothing to do; what that
  /// one has it keeps.
  private mutating func attachAsUsers(
    _ attachment: AppAttachment, of app: AppKey, at now: Instant
  ) -> RunID {
    endIdleProcesses(of: app)
    let id = context.runs.takeID()
    effects += context.processes.attach(id, of: app, as: attachment.identity, at: now)
    let time = context.clocks.local(now)
    if let opened = context.apps.take(.openReported, of: app, at: now, time) {
      follow(opened, at: now)
    }
    return id
  }

  /// Tells a process that it is attached, and once more what it was handed: it may have lost its connection.
  private mutating func greet(_ id: RunID, _ ticket: Ticket) {
    guard let process = context.processes[id] else { return }
    answer(ticket, .attached(process))
    for entry in runs(of: id) where entry.run.stepBegan != nil {
      effects.append(.promise(.deliver(entry.run)))
    }
  }

  /// Takes what an app declares now in the place of what it was installed with.
  private mutating func update(_ app: App, by attachment: AppAttachment, at now: Instant) {
    guard let declaration = attachment.declaration, app.declaration != declaration else { return }
    var updated = app
    updated.declaration = declaration
    follow(context.apps.register(updated), at: now)
  }

  /// Takes that a process has registered its handlers.
  mutating func finishLaunch(of id: RunID, _ ticket: Ticket, at now: Instant) {
    guard let process = context.processes[id] else { return answer(ticket, .refused(.voidToken)) }
    if case .launching = process.state {
      effects += context.processes.set(.active, of: id)
      for entry in runs(of: id) where entry.run.phase == .launching {
        deliver(entry.run.id, at: now)
      }
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Takes that the connection of a process has ended. One that the daemon started may come back; of a user's
  /// nothing else tells that it is gone.
  mutating func detach(_ id: RunID, at now: Instant) {
    guard let process = context.processes[id], process.isUsers else { return }
    // The daemon is about to go, and the process is not.
    if context.runs.isDraining, context.runs.leavesRuns { return }
    endProcess(process, ProcessExit(exit: 0), at: now)
    let time = context.clocks.local(now)
    if let closed = context.apps.take(.closed, of: process.app, at: now, time) {
      follow(closed, at: now)
    }
  }

  // MARK: Ending

  /// Takes the end of a process. Returns whether it was one.
  mutating func endProcess(_ id: RunID, _ finish: ProcessExit, at now: Instant) -> Bool {
    guard let process = context.processes[id] else { return false }
    endProcess(process, finish, at: now)
    return true
  }

  /// With a process its runs end: the one that it was killed for, those that crashed with it, and
  /// bystanders, which wait again.
  private mutating func endProcess(
    _ process: AppProcess, _ finish: ProcessExit, at now: Instant
  ) {
    remove(process)
    for entry in runs(of: process.id) {
      end(entry.run.id, entry.finish(of: process, finish), at: now)
    }
    guard let app = context.apps[process.app], !context.runs.isDraining else { return }
    effects += context.processes.launchWaiting(of: app, at: now)
  }

  /// Ends the processes of `app` that carry no task.
  mutating func endIdleProcesses(of app: AppKey) {
    for process in context.processes.all where process.app == app {
      if runs(of: process.id).isEmpty { kill(process) }
    }
  }

  private mutating func remove(_ process: AppProcess) {
    effects += context.processes.remove(process.id)
    effects.append(.promise(.announce(.processEnded(process))))
  }

  private mutating func kill(_ process: AppProcess) {
    guard !process.isUsers, process.state != .ending else { return }
    if process.state == .waiting { return remove(process) }
    effects += context.processes.set(.ending, of: process.id)
    effects.append(.withdraw(.killApp(process)))
  }

  // MARK: Time

  /// Follows what was killed, and what has taken too long.
  mutating func superviseProcesses(at now: Instant) {
    if context.processes.isEmpty { return }
    for entry in context.runs.active.all where entry.run.process != nil {
      supervise(entry.run, at: now)
    }
    for process in context.processes.all {
      guard let deadline = context.processes.deadline(of: process), now.awake >= deadline else {
        continue
      }
      if process.isUsers {
        endProcess(process, .unexplained, at: now)
        continue
      }
      if case .launching = process.state {
        for entry in runs(of: process.id) {
          apply(.kill(.launchTimeout), to: entry.run.id, at: now)
        }
      }
      kill(process)
    }
  }

  private mutating func supervise(_ run: Run, at now: Instant) {
    guard let process = run.process.flatMap({ context.processes[$0] }) else { return }
    switch run.phase {
    case .killed where process.isUsers:
      // It cannot be killed: what it goes on with is no run any more.
      effects += context.processes.mistrust(process.id)
      end(run.id, ProcessExit(signal: 9), at: now)
    case .killed: kill(process)
    case .expiring where run.stepBegan == nil && process.isUsers:
      // A process that does not turn its main queue takes no tasks: the next one has it.
      effects += context.processes.mistrust(process.id)
      end(run.id, .unexplained, at: now)
    // Nobody has it yet who could be told.
    case .expiring where run.stepBegan == nil: end(run.id, ProcessExit(signal: run.signal), at: now)
    default: break
    }
  }

  /// Suspends processes that have nothing to do, or ends them where nothing more is to come.
  mutating func suspendIdleProcesses(at now: Instant) {
    if context.processes.isEmpty { return }
    for process in context.processes.all where !process.isUsers && runs(of: process.id).isEmpty {
      let app = context.apps[process.app]
      if app == nil || app?.isForceQuit == true || isLeaving { kill(process) }
      guard process.state == .active else { continue }
      // The unit of a process is bounded in time: one that is old makes room while it has nothing to do.
      if now.awake >= process.began.awake + context.settings.value.appProcessTime / 2 {
        kill(process)
      } else if context.processes[process.id]?.state == .active {
        effects += context.processes.set(.suspended(since: now.awake), of: process.id)
        effects.append(.promise(.suspendApp(process)))
      }
    }
  }

  /// The daemon is about to stop, and its processes with it.
  private var isLeaving: Bool { context.runs.isDraining && !context.runs.leavesRuns }
}

extension ProcessExit {
  fileprivate static var unexplained: ProcessExit {
    var exit = ProcessExit()
    exit.isUnexplained = true
    return exit
  }
}

extension ActiveRun {
  /// How a run ends with the process that carried it.
  fileprivate func finish(of process: AppProcess, _ finish: ProcessExit) -> ProcessExit {
    var own = finish
    switch run.phase {
    case .killed: own.wasKilled = true
    // It was killed for another run, or before it had anything to do; or its user ended it before that.
    case _ where process.state == .ending || process.isUsers && run.stepBegan == nil:
      own = .unexplained
    case _ where finish.exit == 0:
      // A task is complete when it says so.
      own.exit = 1
      own.message = "the process of the app ended before the task was complete"
    default: break
    }
    return own
  }
}
