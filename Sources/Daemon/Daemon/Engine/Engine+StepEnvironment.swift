import Descriptors
import Glibc
import Launch
import Logging
import Scheduling
import Stepping
import Store

// The environment that a step acts on.
extension Engine: StepEnvironment {
  /// The present time of the engine's clock, which can be simulated.
  var now: Instant { time.clock.now }

  /// The real awake time in nanoseconds, also if the engine's clock is simulated.
  var real: Int64 { EngineClock.real }

  /// Carries out an immediate effect: warns, signals, kills or freezes a process, or polls the device. Tasks are warned
  /// through their apps, commands by a signal.
  func carryOut(_ effect: Effect.Immediate) {
    switch effect {
    case .warn(let run, let reason) where run.isTask:
      // The clock does not skip the time in which the task reacts.
      if time.clock.isSimulated { time.sleeps.wake(run.id, real: real) }
      programs.apps.expire(run, reason)
    case .warn(let run, let reason):
      programs.launcher.signal(.run(run.id), signal: run.signal, reason: reason.text)
    case .signal(let run, let number, let why):
      programs.launcher.notify(.run(run.id), signal: number, reason: why)
    // A kill of a task also kills its process.
    case .kill(let run): programs.launcher.kill(.run(run.launched))
    case .killCheck(let check): programs.launcher.kill(.check(check.id))
    case .killApp(let process): programs.launcher.kill(.run(process.id))
    case .freeze(let run): programs.launcher.freeze(.run(run.id))
    case .poll:
      let now = now
      machine?.poll(for: stepper.read { FollowedMachine.Concerns($0, at: now) })
    }
  }

  /// Carries out an effect of a kind that waits for the commit of its step: starts work, changes app processes, or
  /// reports a notice. Does nothing for answers, which the stepper sends.
  func carryOut(_ effect: Effect.AfterCommit) {
    switch effect {
    case .launch(let run, let request):
      launch(
        LaunchOrder(run, request, socket: programs.socket, notifier: programs.notifier))
    case .check(let check, let request):
      launch(LaunchOrder(check, of: request, socket: programs.socket))
    case .startUnit(let name, let command): startFailureUnit(name, for: command)
    case .runFailureCommand(let command, _): runFailureCommand(command)
    case .notifyOwner(let notice): notifyOwner(notice)
    case .thaw(let run): programs.launcher.thaw(.run(run.id))
    case .launchApp(let process, let app): launch(process, app)
    case .deliver(let run): programs.apps.deliver(run, at: now)
    case .suspendApp(let process): suspend(process)
    case .resumeApp(let process): programs.launcher.thaw(.run(process.id))
    case .announce(let notice): announce(notice)
    case .answer: break
    }
  }

  /// Freezes the process of an app. If it holds locks on files, logs a warning and reports the files to the scheduler,
  /// which may kill the process.
  private func suspend(_ process: AppProcess) {
    programs.launcher.freeze(.run(process.id))
    // Everything that the process started is frozen with it.
    let frozenProcesses = programs.launcher.processes(of: .run(process.id))
    let locks = Set(frozenProcesses.flatMap(FileLocks.exclusivelyLockedFiles)).sorted()
    guard !locks.isEmpty else { return }
    // The scheduler kills it when it handles the event below.
    let isKilled = core.settings.suspendedWithLock == .kill
    // 0xdead10cc is the code with which iOS kills such apps.
    let fate = isKilled ? "killed (0xdead10cc)" : "suspended"
    logger.warning(
      "App \(process.app.id) is \(fate) while it holds a lock on \(locks.joined(separator: ", "))")
    post(.foundLocks(process.id, locks))
  }

  /// Starts the process of an app with a new token. A failure is handled as the failed start of the process.
  private func launch(_ process: AppProcess, _ app: App) {
    do throws(LaunchError) {
      let token = try programs.apps.tokens.make(for: process.id)
      guard
        let order = LaunchOrder(
          process, app, socket: programs.socket, token: token,
          longest: core.settings.appProcessLimit,
          isSimulated: time.clock.isSimulated)
      else { throw .invalidOrder("app \(app.key.id) is not installed.") }
      logger.info("Starting app \(app.key.id) as process \(process.id)")
      launch(order)
    } catch {
      handle(.failed(.run(process.id), message: "\(error)"))
    }
  }

  /// Adds the output of a condition to its end; returns other events unchanged. Also logs new sources of device fields,
  /// and records when app processes started. Called before the scheduler handles an event.
  func addingKnownData(to event: Event) -> Event {
    switch event {
    // The readings still have the former sources.
    case .measured(let measurements, _): machine?.log(measurements, core.readings)
    case .runStarted(let id) where core.process(id) != nil: programs.apps.noteStart(of: id, at: now)
    case .checkEnded(let check, let processExit) where processExit.lastWords == nil:
      return .checkEnded(check, removeOutput(of: .check(check), addingLastLineTo: processExit))
    default: break
    }
    return event
  }

  /// Logs that the state cannot be written, if it is the first failure in a row, and refuses all calls that wait for
  /// the simulated clock.
  func commitFailed(_ error: StoreError, isFirst: Bool) {
    counters.failedCommits += 1
    if isFirst { logger.error("State cannot be written: \(error)") }
    let refusal = Refusal(.unavailable, message: "\(error)")
    for answer in time.waiters.removeAll() {
      answer(self, refusal)
    }
  }

  /// Logs the first commit that succeeds after failed ones.
  func commitsSucceedAgain() {
    logger.notice("State can be written again")
  }

  /// Logs that the state cannot be read back, and ends the process with status 1.
  func endProcess(because error: StoreError) {
    logger.critical("State cannot be read back, so rubatod stops: \(error)")
    // The supervisors end the runs, and systemd restarts the daemon.
    exit(1)
  }
}
