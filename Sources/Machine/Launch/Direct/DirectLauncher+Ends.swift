import CLinux
import ChildProcesses
import Glibc
import Scheduling

extension DirectLauncher {
  /// Handles a report of a run's supervisor. Delivers the start of the command immediately. Stores an end or a failure;
  /// it is delivered when the supervisor itself has ended, or immediately if processes survive. Ignores further
  /// reports.
  func handle(_ report: rubato_report, of run: DirectRun) {
    guard run.isAlive else { return }
    if Int(report.kind) == RUBATO_REPORT_STARTED {
      run.state = .running(pid: report.pid)
      deliver(.started(run.order.id, pid: report.pid))
      return
    }
    run.state = .reportReceived(report)
    let hasSurvivors = Int(report.flags) & RUBATO_ENDED_SURVIVORS != 0
    // Without survivors, the supervisor ends a moment later, and `removeAndDeliverEnd` delivers the event: no process
    // is left then.
    guard hasSurvivors else { return }
    // A supervisor with survivors stays, for an unlimited time.
    run.state = .endDelivered
    deliver(event(of: run, from: report))
  }

  /// Removes a run with its files and its cgroup, and delivers its end if that was not done before. Called when the
  /// supervisor has ended and was reaped.
  func removeAndDeliverEnd(of run: DirectRun) {
    let event: LaunchEvent? =
      switch run.state {
      case .reportReceived(let report): self.event(of: run, from: report)
      // The supervisor was killed before it could report an end.
      case .launching, .running: eventAfterKillingRest(of: run)
      case .endDelivered: nil
      }
    run.state = .endDelivered
    runs[run.order.id] = nil
    reasons.forget(run.order.id)
    unlink(run.lockPath)
    if let cgroup = run.cgroup { tree?.remove(cgroup) }
    if let event { deliver(event) }
  }

  /// Leaves all runs to their supervisors, which end them as if the daemon had died.
  package func close() {
    for run in runs.values { run.supervisor.hangUp() }
    tree?.close()
  }

  /// Returns the event for the last report of a supervisor: the command could not be started, or has ended.
  private func event(of run: DirectRun, from report: rubato_report) -> LaunchEvent {
    guard Int(report.kind) == RUBATO_REPORT_FAILED else {
      return .ended(end(of: run, from: report))
    }
    let failure = LaunchFailure(stage: Int(report.stage), error: report.error, order: run.order)
    return .failed(run.order.id, message: failure.message)
  }

  /// Returns the end of a run according to the report of its supervisor. The accounts of the cgroup, if there is one,
  /// replace those in the report.
  private func end(of run: DirectRun, from report: rubato_report) -> RunEnd {
    let status = WaitStatus(bits: report.status)
    let flags = Int(report.flags)
    var processExit = ProcessExit(exit: status.exitCode, signal: status.signalNumber)
    processExit.dumpedCore = status.dumpedCore
    processExit.wasKilled = flags & RUBATO_ENDED_KILLED != 0
    processExit.cpuSeconds = run.cgroup?.cpuSeconds ?? Double(report.cpu_us) / 1_000_000
    processExit.peakMemoryBytes = run.cgroup?.peakMemoryBytes ?? report.peak_bytes
    // A command with exit status 0 has succeeded although the kernel killed one of its processes.
    processExit.outOfMemory = processExit.exit != 0 && run.cgroup?.wasOutOfMemory == true
    addKillReport(of: run, to: &processExit)
    var end = RunEnd(run.order.id, processExit)
    end.hadLeftovers = flags & RUBATO_ENDED_LEFTOVERS != 0
    end.hasSurvivors = flags & RUBATO_ENDED_SURVIVORS != 0
    end.outputBytes = report.output_bytes
    end.lostOutputBytes = report.output_lost_bytes
    return end
  }

  /// Kills the remaining processes of a run whose supervisor was killed without a report, and returns the event of the
  /// run's end. The command dies with the supervisor, because the kernel sends the signal; other processes are killed
  /// through the cgroup, or else through the command's process group.
  private func eventAfterKillingRest(of run: DirectRun) -> LaunchEvent {
    var processExit = ProcessExit()
    processExit.wasKilled = true
    processExit.isUnexplained = true
    if let cgroup = run.cgroup {
      cgroup.kill()
      // The accounts are complete when no process is left.
      cgroup.waitUntilEmpty(timeoutMilliseconds: 200)
      processExit.cpuSeconds = cgroup.cpuSeconds
      processExit.peakMemoryBytes = cgroup.peakMemoryBytes
    } else if case .running(let pid) = run.state {
      // A negative number is that of a process group.
      Glibc.kill(-pid, SIGKILL)
    }
    addKillReport(of: run, to: &processExit)
    return .ended(RunEnd(run.order.id, processExit))
  }
}
