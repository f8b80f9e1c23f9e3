// Processes that attach as an app's, and the rest of their launch.
extension Scheduler {
  /// Attaches a process to its app, applies the state that it reports, and answers it. A refused attachment changes
  /// nothing.
  mutating func attach(_ attachment: AppAttachment, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      let app = try context.app(of: attachment)
      let id = try process(of: attachment, app, at: now)
      update(app, by: attachment, at: now)
      if let begun = attachment.begun { noteBegun(begun, in: id) }
      if attachment.isDebugged { noteDebugger(of: id, at: now) }
      // The answer comes before the tasks that the end of the launch delivers.
      confirmAttachment(of: id, ticket, at: now)
      if attachment.hasFinishedLaunching { endLaunch(of: id, attachment.handlers, at: now) }
    } catch {
      answer(ticket, .refused(error))
    }
  }

  /// Returns the number of the process that attaches: its number from the launch, or its known or new one if a user
  /// started it. Throws a refusal if another process is attached.
  private mutating func process(
    of attachment: AppAttachment, _ app: App, at now: Instant
  ) throws(Refusal) -> RunID {
    if let id = attachment.process {
      try bindStartedProcess(id, to: attachment, at: now)
      return id
    }
    let known = try context.usersProcess(attachment, of: app)
    return known?.id ?? attachAsUsers(attachment, of: app.key, at: now)
  }

  /// Notes that `process` has called the handlers of the runs `begun`, and that it reports each call from now on.
  private mutating func noteBegun(_ begun: [RunID], in process: RunID) {
    context.processes.noteReporter(process)
    for entry in runs(of: process) where begun.contains(entry.run.id) {
      context.runs.noteBegun(entry.run.id)
    }
  }

  /// Records that the process of `attachment` is the process `id`, which the daemon started: it has shown the token of
  /// `id`. Called when it attaches for the first time, and again after each lost connection. Throws a refusal if
  /// `id` is unknown or being killed, or if another process has attached with that token.
  private mutating func bindStartedProcess(
    _ id: RunID, to attachment: AppAttachment, at now: Instant
  ) throws(Refusal) {
    guard let process = context.processes[id], process.state != .ending else {
      throw .voidToken
    }
    if let knownIdentity = process.identity, knownIdentity != attachment.identity {
      throw .attached(process)
    }
    effects += context.processes.bind(
      id, to: attachment.identity, started: attachment.started, at: now)
  }

  /// Creates a user's process in place of an idle one that the daemon started, records that its app was opened, and
  /// returns its number. A process with tasks keeps them.
  private mutating func attachAsUsers(
    _ attachment: AppAttachment, of app: AppKey, at now: Instant
  ) -> RunID {
    endIdleProcesses(of: app)
    let id = context.runs.makeID()
    effects += context.processes.attach(id, of: app, as: attachment.identity, at: now)
    let time = context.clocks.local(now)
    if let opened = context.apps.apply(.openReported, of: app, at: now, time) {
      follow(opened, at: now)
    }
    return id
  }

  /// Confirms the attachment to a process, and delivers its tasks again: it may have lost its connection.
  private mutating func confirmAttachment(of id: RunID, _ ticket: Ticket, at now: Instant) {
    guard let process = context.processes[id] else { return }
    answer(ticket, .attached(process))
    // Progress could not be reported until now.
    resumeProgress(of: id, at: now)
    for entry in runs(of: id) where entry.run.stepBegan != nil {
      effects.append(.afterCommit(.deliver(entry.run)))
    }
  }

  /// Replaces the stored declaration of `app` with the declaration that its process reports, if they differ.
  private mutating func update(_ app: App, by attachment: AppAttachment, at now: Instant) {
    guard let declaration = attachment.declaration, app.declaration != declaration else { return }
    var updated = app
    updated.declaration = declaration
    follow(context.apps.register(updated), at: now)
  }

  /// Ends the launch of a process, which has registered its handlers, and answers it. Refuses an unknown process.
  mutating func endLaunch(
    of id: RunID, _ handlers: [String]?, _ ticket: Ticket, at now: Instant
  ) {
    guard context.processes[id] != nil else { return answer(ticket, .refused(.voidToken)) }
    endLaunch(of: id, handlers, at: now)
    answer(ticket, .done(stopping: nil))
  }

  /// Stores the identifiers of the registered handlers; `nil` if the process does not report them. If it was launching,
  /// also marks it as active, and delivers the tasks that waited for its launch.
  private mutating func endLaunch(of id: RunID, _ handlers: [String]?, at now: Instant) {
    guard let process = context.processes[id] else { return }
    // Also after the launch: observers may be registered when the user asks for them.
    if let handlers { storeHandlers(handlers, of: process.app, at: now) }
    guard case .launching = process.state else { return }
    effects += context.processes.endLaunch(of: id, at: now)
    for entry in runs(of: id) where entry.run.phase == .launching {
      deliver(entry.run.id, at: now)
    }
  }

  /// Stores the handlers registered in a launch, for warnings about missing ones. Those of identifiers that the app
  /// does not list are left out, since they never get a task.
  private mutating func storeHandlers(_ handlers: [String], of key: AppKey, at now: Instant) {
    guard var app = context.apps[key], var installation = app.installation else { return }
    let observers = handlers.filter { $0.hasPrefix(TaskClass.observerPrefix) }
    let listed = app.permittedIdentifiers.filter(Set(handlers).contains) + observers.sorted()
    guard listed != installation.handlers else { return }
    installation.handlers = listed
    app.installation = installation
    follow(context.apps.register(app), at: now)
  }

  /// Notes that a debugger holds the process `id`, so that its tasks no longer have time limits.
  mutating func noteDebugger(of id: RunID, at now: Instant) {
    effects += context.processes.noteDebugger(of: id)
    for entry in runs(of: id) { removeTimeLimits(of: entry.run, at: now) }
  }

  /// Removes the time limits of a run, since a debugger holds its process.
  mutating func removeTimeLimits(of run: Run, at now: Instant) {
    context.runs.removeTimeLimits(of: run.id)
    // It is also no longer charged to its app.
    follow(context.apps.endUse(by: run, at: now), at: now)
  }

  /// Handles the end of a process's connection. A process that the daemon started may come back; for a user's process
  /// it is the only sign of its end.
  mutating func detach(_ id: RunID, at now: Instant) {
    guard let process = context.processes[id], process.isUsers else { return }
    // The daemon is about to stop, but the process continues.
    if context.runs.isDraining, context.runs.leavesRuns { return }
    handleEnd(of: process, ProcessExit(exit: 0), at: now)
    let time = context.clocks.local(now)
    if let closed = context.apps.apply(.closed, of: process.app, at: now, time) {
      follow(closed, at: now)
    }
  }
}
