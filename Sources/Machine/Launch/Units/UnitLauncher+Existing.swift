import Bus
import Descriptors
import Glibc

// Existing units, which a run only starts and stops.
extension UnitLauncher {
  /// Starts an existing service for a run. Throws if the unit is no service, or belongs to another live run.
  func launchExistingUnit(_ order: LaunchOrder, _ unit: String) throws(LaunchError) {
    guard unit.hasSuffix(".service"), !unit.utf8.contains(UInt8(ascii: "/")), !unit.utf8.contains(0)
    else {
      throw Self.noServiceError(unit)
    }
    guard !runs.values.contains(where: { $0.unit == unit && $0.isAlive }) else {
      throw .unavailable("\(unit) is already running as another run.")
    }
    let run = UnitRun(order: order, unit: unit)
    runs[order.id] = run
    followChanges(of: run)
    followStartJobResult(of: run)
    startExistingUnit(of: run)
  }

  /// Returns the error for a unit that is no service, with the remedy.
  private static func noServiceError(_ unit: String) -> LaunchError {
    .invalidOrder(
      "unit \"\(unit)\": a task can be a service, such as fstrim.service. For a timer, name the"
        + " service that it starts.")
  }

  /// Stores the result of the job that starts an existing unit, and reads the unit's state after it. The result is
  /// needed if the unit is never seen alive.
  func followStartJobResult(of run: UnitRun) {
    run.jobMatch = manager.followJobs(of: run.unit) { [weak self, weak run] job, result in
      guard let self, let run, job == run.job else { return }
      run.jobResult = result
      readState(of: run)
    }
  }

  /// Reads the state of an existing unit, and then starts it for the run, if it can be a task. A unit that already runs
  /// is only followed. If systemd cannot be reached, the order waits.
  func startExistingUnit(of run: UnitRun) {
    run.stage = .ordering
    manager.readState(at: run.unit) { [weak self] result in
      guard let self, case .ordering = run.stage else { return }
      switch result {
      case .failure(let error) where error.isUncertain || error.isServiceAbsent:
        run.stage = .waiting
      case .failure(let error):
        deliverFailure(of: run, "systemd could not look up \(run.unit): \(error).")
      case .success(let state): startExistingUnit(of: run, in: state)
      }
    }
  }

  /// Starts the unit, unless it cannot be a task; a unit that is already active is only followed. Without a certain
  /// answer of systemd, the order waits.
  private func startExistingUnit(of run: UnitRun, in state: UnitState) {
    if let obstacle = state.obstacle(to: run.unit, configuration.systemctl) {
      return deliverFailure(of: run, obstacle)
    }
    run.state = state
    // systemd could forget an ended unit before its result is read.
    keepUnit(of: run)
    let isAlreadyActive = !state.isServiceInactive
    if isAlreadyActive {
      run.job = state.job
      run.stage = .starting
      return checkExistingUnit(of: run)
    }
    // If the run was stopped meanwhile, its unit would be started after that.
    guard !run.wasStopped, !run.wasKilled else { return endWithoutStart(run) }
    manager.start(run.unit) { [weak self] result in
      guard let self, case .ordering = run.stage else { return }
      switch result {
      case .success(let values):
        run.job = values.first?.text
        run.stage = .starting
        checkExistingUnit(of: run)
      case .failure(let error) where error.isUncertain || error.isServiceAbsent:
        run.stage = .waiting
      // Nothing is started any more, and the daemon is about to be stopped also.
      case .failure(let error) where error.isShutdown: run.stage = .waiting
      case .failure(let error):
        deliverFailure(of: run, "systemd could not start \(run.unit): \(error).")
      }
    }
  }

  /// Compares the state of an existing unit with the stage of its run, and delivers a start, an end, or a failure to
  /// start. Waits while the unit is inactive and its start job has no result.
  func checkExistingUnit(of run: UnitRun) {
    switch run.stage {
    case .starting, .running: break
    default: return
    }
    if !run.state.isServiceInactive {
      run.wasAlive = true
      if case .starting = run.stage { deliverStart(of: run) }
      return
    }
    if run.wasAlive { return conclude(run) }
    guard let result = run.jobResult else { return }
    let hasStarted = result == "done" && run.state.flag("ConditionResult")
    if hasStarted {
      // The service ended too quickly to be seen alive.
      deliverStart(of: run)
      return conclude(run)
    }
    // A run that was stopped or killed before its start has an end, and no failure.
    if result == "canceled" || run.wasKilled { return conclude(run) }
    deliverFailure(of: run, startFailureText(of: run, jobResult: result))
  }

  /// Describes why the unit did not start. `jobResult` is systemd's word for the end of the start job (JobRemoved in
  /// org.freedesktop.systemd1(5)).
  private func startFailureText(of run: UnitRun, jobResult: String) -> String {
    let cause =
      switch jobResult {
      case "done": "one of its conditions is not met"
      case "dependency": "a unit that it requires has failed"
      case "assert": "one of its assertions is not met"
      case "timeout": "its start took too long"
      default: "its start job ended with \"\(jobResult)\", its result is \"\(run.state.result)\""
      }
    return "\(run.unit) did not start: \(cause). To see why: \(configuration.systemctl) status"
      + " \(run.unit)"
  }

  /// Orders systemd to start a unit that is no run, without waiting. Answers with an error if systemd refuses.
  package func startUnit(_ name: String, answer: @escaping (LaunchError?) -> Void) {
    loop.assertIsCurrent()
    manager.start(name) { result in
      switch result {
      case .success: answer(nil)
      case .failure(let error):
        answer(.unavailable("systemd could not start \(name): \(error)."))
      }
    }
  }

  /// Queries the stop timeout of a service, at most a day. Fails if systemd does not answer within 5 seconds.
  package func queryStopSeconds(
    ofUnit name: String, answer: @escaping (Result<Double, LaunchError>) -> Void
  ) {
    loop.assertIsCurrent()
    guard name.hasSuffix(".service") else {
      return answer(.failure(Self.noServiceError(name)))
    }
    manager.readState(at: name, timeoutSeconds: 5) { result in
      switch result {
      case .failure(let error):
        answer(.failure(.unavailable("systemd did not return the state of \(name): \(error).")))
      case .success(let state):
        if let obstacle = state.obstacle(to: name, self.configuration.systemctl) {
          return answer(.failure(.invalidOrder(obstacle)))
        }
        let oneDay = 86_400.0
        // `nil` means that the service has no limit.
        answer(.success(min(state.stopSeconds ?? oneDay, oneDay)))
      }
    }
  }
}
