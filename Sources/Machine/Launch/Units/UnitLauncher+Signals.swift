import Bus
import Descriptors
import Glibc
import Scheduling

// Actions on a live run.
extension UnitLauncher {
  /// Records the stop reason, thaws the run and sends the signal; an existing unit is stopped instead. A command that
  /// has not started yet receives the signal at its start.
  package func signal(_ id: LaunchID, signal: Int32, reason: String) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    reasons.write(reason, to: id, uid: run.order.uid)
    run.warning = signal
    if run.startsExistingUnit { run.wasStopped = true }
    setFrozen(run, to: false)
    // A command that does not exist yet receives the signal as soon as it starts.
    if run.startsExistingUnit || run.wasAlive { send(signal, to: run) }
  }

  /// Records the reason and sends the signal. A command that has not started yet, such as the next step of the run,
  /// receives the signal at its start. The signal is not repeated after a loss of the bus.
  package func notify(_ id: LaunchID, signal: Int32, reason: String) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    reasons.write(reason, to: id, uid: run.order.uid)
    if run.wasAlive { sendNotice(signal, to: run) } else { run.notice = signal }
  }

  /// Sends a signal that does not ask the run to stop. Only the main process of an existing unit receives it; a stop of
  /// the unit would end the run.
  func sendNotice(_ signal: Int32, to run: UnitRun) {
    if run.startsExistingUnit {
      manager.kill(run.unit, signal, processes: "main")
    } else {
      send(signal, to: run)
    }
  }

  /// Sends a signal to the command's process group, like the other launcher. An existing unit is stopped instead,
  /// in its own way.
  ///
  /// Avoids systemd if possible: KillUnit continues until it finds no process that it has not signalled, and so
  /// also reaches processes that a handler of the signal has just started.
  func send(_ signal: Int32, to run: UnitRun) {
    guard !run.startsExistingUnit else { return manager.stop(run.unit) }
    if let pid = run.pid, isMember(pid, of: run), Glibc.kill(-pid, signal) == 0 {
      // A stopped process would not receive the signal.
      Glibc.kill(-pid, SIGCONT)
      return
    }
    manager.kill(run.unit, signal)
    manager.kill(run.unit, SIGCONT)
  }

  /// Whether the process still belongs to the run: its number may have been reused.
  private func isMember(_ pid: Int32, of run: UnitRun) -> Bool {
    (SmallFile.read("/proc/\(pid)/cgroup") ?? "").contains("/\(run.unit)")
  }

  /// Freezes a run. Has no effect on a run that has ended.
  package func freeze(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    setFrozen(run, to: true)
  }

  /// Continues a frozen run. Has no effect on a run that has ended.
  package func thaw(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    setFrozen(run, to: false)
  }

  private func setFrozen(_ run: UnitRun, to shouldBeFrozen: Bool) {
    perform(run.freezing.setShouldBeFrozen(shouldBeFrozen), of: run)
  }

  /// Carries out a step of freezing or thawing, and after each answer of systemd the next one. Has no effect for `nil`.
  func perform(_ step: UnitFreezing.Step?, of run: UnitRun) {
    guard let step else { return }
    let reply: UnitManager.Reply = { [weak self] result in
      let next = run.freezing.handle(UnitFreezing.Answer(result))
      if run.isAlive { self?.perform(next, of: run) }
    }
    switch step {
    case .freeze:
      manager.freeze(run.unit, timeoutSeconds: UnitFreezing.timeoutSeconds, reply: reply)
    case .thaw: manager.thaw(run.unit, reply: reply)
    case .stopAll:
      manager.kill(
        run.unit, SIGSTOP, timeoutSeconds: UnitFreezing.timeoutSeconds, reply: reply)
    case .continueAll: manager.kill(run.unit, SIGCONT, reply: reply)
    }
  }

  /// Stores a report on a running command, then kills all processes of the run. A run that was not ordered yet ends
  /// without a start; one that does not die counts as ended after 10 seconds.
  package func kill(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    run.wasKilled = true
    if case .waiting = run.stage { return endWithoutStart(run) }
    if case .running = run.stage { storeKillReport(of: run) }
    sendKill(to: run)
    limitWaitForKill(of: run)
  }

  /// Kills the processes of a run that was ordered and has not ended; also stops a unit that is starting or existing.
  /// Called again after a loss of the bus, which may have lost the kill.
  func sendKill(to run: UnitRun) {
    switch run.stage {
    case .ordering, .starting: manager.stop(run.unit)
    case .running: if run.startsExistingUnit { manager.stop(run.unit) }
    case .waiting, .lingering, .clearing, .concluding, .endDelivered: return
    }
    killAll(run)
  }

  /// Delivers the end of a killed run after 10 seconds, if it does not die, or never existed.
  private func limitWaitForKill(of run: UnitRun) {
    after(milliseconds: Self.survivorSeconds * 1000, run) { launcher, run in
      switch run.stage {
      case .waiting, .ordering, .starting, .running: launcher.conclude(run)
      case .lingering, .clearing, .concluding, .endDelivered: return
      }
    }
  }

  /// Stores a report on the processes of the run, and its peak memory, before it is killed.
  private func storeKillReport(of run: UnitRun) {
    guard let cgroup = cgroup(of: run) else { return }
    run.killReport = configuration.collector.report(
      on: .cgroup(cgroup.path), main: run.pid, warning: run.warning)
    run.peakMemoryBytes = cgroup.peakMemoryBytes
  }

  package func pid(of id: LaunchID) -> Int32? {
    runs[id].flatMap { $0.isAlive ? $0.pid : nil }
  }

  /// Returns the process of the command and all other processes in the cgroup of a run; empty if the run has ended, or
  /// its process or cgroup is unknown.
  package func processes(of id: LaunchID) -> Set<Int32> {
    guard let run = runs[id], run.isAlive, let pid = run.pid, let cgroup = cgroup(of: run) else {
      return []
    }
    return RunMembers.cgroup(cgroup.path).processes.union([pid])
  }

  /// Kills through the kernel if the service's sandbox allows that: immediately, and without the bus. Otherwise
  /// kills through systemd.
  func killAll(_ run: UnitRun) {
    if let cgroup = cgroup(of: run), SmallFile.write("1", to: "\(cgroup.path)/cgroup.kill") == 0 {
      return
    }
    manager.kill(run.unit, SIGKILL)
  }

  /// Delivers the end of a run whose unit was never ordered, from the loop and not from within this call.
  func endWithoutStart(_ run: UnitRun) {
    run.stage = .concluding
    forgetEnvironment(of: run)
    // Events are never delivered from within a call.
    nonisolated(unsafe) let run = run
    nonisolated(unsafe) let launcher = self
    loop.execute { launcher.deliverEnd(of: run) }
  }
}

extension UnitFreezing.Answer {
  /// Makes the answer from the result of a call to systemd: for an error, by the effect that the call can still have.
  init(_ result: Result<[BusValue], BusError>) {
    self =
      switch result {
      case .success: .done
      case .failure(let error) where error.isTimeout: .overdue
      case .failure(let error) where error.isUncertain || error.isServiceAbsent: .unknown
      case .failure: .refused
      }
  }
}
