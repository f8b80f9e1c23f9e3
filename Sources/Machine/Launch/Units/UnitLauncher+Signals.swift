import Bus
import Descriptors
import Glibc
import Scheduling

// What is done to a run that lives.
extension UnitLauncher {
  package func signal(_ id: LaunchID, signal: Int32, reason: String) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    reasons.write(reason, to: id, uid: run.order.uid)
    run.warning = signal
    if run.isExisting { run.wasStopped = true }
    setFrozen(run, false)
    // A command that is not there yet hears it as soon as it is.
    if run.isExisting || run.wasAlive { send(signal, to: run) }
  }

  /// To the command's process group, as the other launcher does. An existing unit is stopped instead,
  /// in its own way.
  ///
  /// Not by systemd, where that can be helped: KillUnit goes on until it finds no process that it has
  /// not signalled, and so reaches what a handler of the signal has just started.
  func send(_ signal: Int32, to run: UnitRun) {
    guard !run.isExisting else { return manager.stop(run.unit) }
    guard let pid = run.pid, isMember(pid, of: run), Glibc.kill(-pid, signal) == 0 else {
      manager.kill(run.unit, signal)
      // What is stopped would not hear it.
      return manager.kill(run.unit, SIGCONT)
    }
    Glibc.kill(-pid, SIGCONT)
  }

  /// Whether the process is still the run's: its number could be another's by now.
  private func isMember(_ pid: Int32, of run: UnitRun) -> Bool {
    (SmallFile.read("/proc/\(pid)/cgroup") ?? "").contains("/\(run.unit)")
  }

  package func freeze(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    setFrozen(run, true)
  }

  package func thaw(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    setFrozen(run, false)
  }

  private func setFrozen(_ run: UnitRun, _ isWanted: Bool) {
    take(run.freezing.want(isWanted), of: run)
  }

  /// Does what freezing and thawing need next.
  func take(_ step: UnitFreezing.Step?, of run: UnitRun) {
    guard let step else { return }
    let reply: UnitManager.Reply = { [weak self] result in
      let next = run.freezing.take(UnitFreezing.Answer(result))
      if run.isAlive { self?.take(next, of: run) }
    }
    switch step {
    case .freeze:
      manager.freeze(run.unit, timeoutSeconds: UnitFreezing.patienceSeconds, reply: reply)
    case .thaw: manager.thaw(run.unit, reply: reply)
    case .stopAll:
      manager.kill(
        run.unit, SIGSTOP, timeoutSeconds: UnitFreezing.patienceSeconds, reply: reply)
    case .continueAll: manager.kill(run.unit, SIGCONT, reply: reply)
    }
  }

  package func kill(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    run.wasKilled = true
    if case .waiting = run.stage { return abandon(run) }
    if case .running = run.stage { examine(run) }
    sendKill(to: run)
    giveUp(onKilling: run)
  }

  /// Also after the bus was away, which may have lost it.
  func sendKill(to run: UnitRun) {
    switch run.stage {
    case .ordering, .starting: manager.stop(run.unit)
    case .running: if run.isExisting { manager.stop(run.unit) }
    case .waiting, .lingering, .clearing, .concluding, .delivered: return
    }
    killAll(run)
  }

  /// What does not die, or never was, is not waited for without end.
  private func giveUp(onKilling run: UnitRun) {
    after(milliseconds: Self.survivorSeconds * 1000, run) { launcher, run in
      switch run.stage {
      case .waiting, .ordering, .starting, .running: launcher.conclude(run)
      case .lingering, .clearing, .concluding, .delivered: return
      }
    }
  }

  /// Looks what it does, before it is too late for that.
  private func examine(_ run: UnitRun) {
    guard let cgroup = cgroup(of: run) else { return }
    run.killReport = configuration.collector.report(
      on: .cgroup(cgroup.path), main: run.pid, warning: run.warning)
    run.peakMemoryBytes = cgroup.peakMemoryBytes
  }

  package func pid(of id: LaunchID) -> Int32? {
    runs[id].flatMap { $0.isAlive ? $0.pid : nil }
  }

  package func processes(of id: LaunchID) -> Set<Int32> {
    guard let run = runs[id], run.isAlive, let pid = run.pid, let cgroup = cgroup(of: run) else {
      return []
    }
    return RunMembers.cgroup(cgroup.path).processes.union([pid])
  }

  /// By the kernel where the service's sandbox allows that: at once, and whatever becomes of the
  /// bus. Else by systemd.
  func killAll(_ run: UnitRun) {
    if let cgroup = cgroup(of: run), SmallFile.write("1", to: "\(cgroup.path)/cgroup.kill") == 0 {
      return
    }
    manager.kill(run.unit, SIGKILL)
  }

  private func cgroup(of run: UnitRun) -> Cgroup? {
    if let cgroup = run.cgroup { return cgroup }
    let group = run.state.controlGroup
    return group.isEmpty ? nil : Cgroup(path: CgroupTree.hierarchy + group)
  }

  /// It was never ordered.
  func abandon(_ run: UnitRun) {
    run.stage = .concluding
    forgetEnvironment(of: run)
    // Never from within a call.
    nonisolated(unsafe) let run = run
    nonisolated(unsafe) let launcher = self
    loop.execute { launcher.finish(run) }
  }
}

extension UnitFreezing.Answer {
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
