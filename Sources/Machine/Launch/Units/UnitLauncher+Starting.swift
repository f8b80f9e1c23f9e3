import Bus
import Glibc
import Scheduling

// From an order to the command's process.
extension UnitLauncher {
  /// Subscribes to the changes of the run's unit, and acts on each of them.
  func followChanges(of run: UnitRun) {
    run.changeMatch = manager.follow(run.unit) { [weak self, weak run] changedProperties in
      guard let self, let run else { return }
      run.state.merge(changedProperties)
      checkState(at: run)
    }
  }

  /// Follows the start job of a run. A busy service manager can report a unit that already runs as new, without
  /// later changes; but it always reports the end of the start job.
  func followStartJob(of run: UnitRun) {
    run.jobMatch = manager.followJobs(of: run.unit) { [weak self, weak run] _, _ in
      guard let self, let run, case .starting = run.stage else { return }
      readState(of: run)
    }
  }

  /// Orders systemd to start the transient unit of a run. First reads the environment of the service manager: the
  /// command does not inherit all of its variables. It is read each time, since administrators may change it.
  func start(_ run: UnitRun) {
    run.stage = .ordering
    manager.environment { [weak self] result in
      guard let self, case .ordering = run.stage else { return }
      // There was nothing to kill yet.
      guard !run.wasKilled else { return endWithoutStart(run) }
      let variables = (try? result.get()) ?? []
      run.reference = .requested
      manager.startTransient(run.unit, properties(of: run, variables)) { [weak self] in
        self?.handleReply($0, ofStarting: run)
      }
    }
  }

  /// Returns the properties of the run's transient unit. Variables that the service manager would add to the
  /// environment are unset, unless the order sets them.
  private func properties(of run: UnitRun, _ managerVariables: [String]) -> UnitProperties {
    let orderVariables = run.order.environment(stopReasonPath: "").keys
    let unwanted = Self.unwantedVariables(managerVariables, isOfUser: configuration.isOfUser)
      .subtracting(orderVariables)
    return UnitProperties(
      order: output.orderKeepingOutput(run.order),
      uid: configuration.isOfUser ? nil : run.order.uid,
      slice: configuration.slice,
      // Output of a user's run is also found by its identifier (see `OpenJournal.matchOutput`).
      identifier: configuration.isOfUser
        ? UnitName.identifier(ofUnit: run.unit) : run.order.identifier,
      environmentPath: EnvironmentFile.path(configuration.environmentDirectory, run.unit),
      unsetVariables: unwanted.sorted(), daemonUnit: configuration.daemonUnit)
  }

  /// Returns the variables of the service manager that a command does not receive. A user's manager passes on its
  /// variables: they are those of the user's session at this moment, such as the display and the agents.
  static func unwantedVariables(_ managerVariables: [String], isOfUser: Bool) -> Set<String> {
    guard isOfUser else { return addedVariables.union(usersVariables).union(managerVariables) }
    // A program of another run can have passed RUBATO_ variables to the manager: they do not describe this run.
    return addedVariables.union(managerVariables.filter { $0.hasPrefix("RUBATO_") })
  }

  /// The variables that describe a unit, which systemd adds itself (systemd.exec(5), "Environment Variables in Spawned
  /// Processes").
  private static let addedVariables: Set<String> = [
    "INVOCATION_ID", "JOURNAL_STREAM", "MANAGERPID", "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID",
  ]

  /// The variables that describe the user, which systemd also adds.
  private static let usersVariables: Set<String> = [
    "HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "XDG_RUNTIME_DIR",
  ]

  /// Handles systemd's answer to the order of a unit. The order waits if the answer is uncertain. A unit that already
  /// exists counts as ordered, since the answer to an earlier order may have been lost.
  private func handleReply(_ result: Result<[BusValue], BusError>, ofStarting run: UnitRun) {
    // The order also asks for a reference to the unit.
    if case .success = result { run.reference = .confirmed } else { run.reference = .none }
    guard case .ordering = run.stage else { return }
    switch result {
    case .failure(let error) where error.isUncertain || error.isServiceAbsent:
      run.stage = .waiting
    case .failure(let error) where error.isShutdown:
      // Nothing is started any more. The daemon is about to be stopped also, and the next one finds that the run
      // never existed.
      run.stage = .waiting
    case .failure(let error) where !error.isUnitExists:
      deliverFailure(of: run, "systemd could not start \(run.unit): \(error).")
    case .success, .failure:
      run.stage = .starting
      keepUnit(of: run)
      readState(of: run)
    }
  }

  /// Reads the whole state of the run's unit, and acts on it. Has no effect if systemd returns an error.
  func readState(of run: UnitRun) {
    manager.readState(at: run.unit) { [weak self] result in
      guard let self, case .success(let state) = result else { return }
      run.state = state
      checkState(at: run)
    }
  }

  /// Compares the state of the unit with the stage of its run, and moves the run to its next stage: delivers its start,
  /// waits for the remaining processes of an ended command, or delivers the end.
  func checkState(at run: UnitRun) {
    guard !run.startsExistingUnit else { return checkExistingUnit(of: run) }
    switch (run.stage, run.state.phase) {
    // Not ordered, already over, or not started yet.
    case (.waiting, _), (.ordering, _), (.concluding, _), (.endDelivered, _), (_, .waiting),
      (_, .starting):
      return
    case (.starting, .running): deliverStart(of: run)
    case (.starting, .exited):
      // A unit that could not be executed is about to become "failed".
      if run.state.isFailureOfSystemd, !run.state.wasActive { return }
      deliverStart(of: run)
      awaitRemainingProcesses(of: run)
    case (.starting, .over): concludeUnseenStart(of: run)
    case (.running, .exited): awaitRemainingProcesses(of: run)
    case (.starting, .gone), (.running, .over), (.running, .gone), (.lingering, .over),
      (.lingering, .gone), (.clearing, .over), (.clearing, .gone):
      conclude(run)
    case (.running, .running), (.lingering, _), (.clearing, _): return
    }
  }

  /// Marks the run as running and delivers its start. Sends a signal that was requested before the start.
  func deliverStart(of run: UnitRun) {
    run.stage = .running
    run.wasAlive = true
    // Jobs of all units wake this process. For an existing unit, the result of its job is still needed.
    if !run.startsExistingUnit, let jobs = run.jobMatch {
      manager.bus.remove(jobs)
      run.jobMatch = nil
    }
    noteStart(of: run)
    deliver(.started(run.order.id, pid: run.state.execMainPid))
    if let notice = run.notice {
      run.notice = nil
      sendNotice(notice, to: run)
    }
    // `signal` has already stopped an existing unit.
    if let warning = run.warning, !run.startsExistingUnit { send(warning, to: run) }
  }

  /// Records the start of the unit, with which its output is found, and removes the file with the environment.
  func noteStart(of run: UnitRun) {
    if let start = run.start { output.noteStart(start, of: run.order.id) }
    forgetEnvironment(of: run)
  }

  /// Removes the file with the environment of the run's command. A run of an existing unit has no such file.
  func forgetEnvironment(of run: UnitRun) {
    guard !run.startsExistingUnit else { return }
    EnvironmentFile.remove(directory: configuration.environmentDirectory, unit: run.unit)
  }

  /// Makes systemd keep the run's unit until the reference is released, unless that was already requested.
  func keepUnit(of run: UnitRun) {
    guard run.reference == .none else { return }
    run.reference = .requested
    manager.reference(run.unit) { [weak run] result in
      guard let run, run.reference == .requested else { return }
      if case .success = result { run.reference = .confirmed } else { run.reference = .none }
    }
  }

  /// Repeats everything of a run that a loss of the bus may have lost: a waiting order, the reference to its unit,
  /// freezing, a signal and a kill. Then reads its state.
  func resumeAfterReconnect(_ run: UnitRun) {
    switch run.stage {
    case .waiting: run.startsExistingUnit ? startExistingUnit(of: run) : start(run)
    // systemd may not know the unit yet: its answer to the order will show more, and the order also references the
    // unit.
    case .ordering: break
    case .endDelivered: keepUnit(of: run)
    default:
      keepUnit(of: run)
      perform(run.freezing.busDidReconnect(), of: run)
      if let warning = run.warning { send(warning, to: run) }
      if run.wasKilled { sendKill(to: run) }
      readState(of: run)
    }
  }
}
