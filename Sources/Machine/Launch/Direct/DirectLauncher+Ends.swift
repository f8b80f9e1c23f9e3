import CLinux
import Glibc
import Scheduling

extension DirectLauncher {
  /// Handles a report of a run's supervisor. Reports the start of the command; an end is stored, and reported when the
  /// supervisor itself has ended, or immediately if processes survive.
  func handle(_ report: rubato_report, of run: DirectRun) {
    guard run.isAlive else { return }
    if Int(report.kind) == RUBATO_REPORT_STARTED {
      run.state = .running(pid: report.pid)
      deliver(.started(run.order.id, pid: report.pid))
      return
    }
    run.state = .reported(report)
    // Otherwise the event waits for the supervisor's own end, a moment later: then no process is left.
    if Int(report.flags) & RUBATO_ENDED_SURVIVORS != 0 {
      run.state = .delivered
      deliver(event(of: run, from: report))
    }
  }

  /// Removes a run with its files and its cgroup, and reports its end if that was not done before. Called when the
  /// supervisor has ended and was reaped.
  func settle(_ run: DirectRun) {
    let event: LaunchEvent? =
      switch run.state {
      case .reported(let report): self.event(of: run, from: report)
      case .launching, .running: endWithoutReport(run)
      case .delivered: nil
      }
    run.state = .delivered
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
    let code = rubato_exit_code(report.status)
    let signal = rubato_exit_signal(report.status)
    let flags = Int(report.flags)
    var finish = ProcessExit(exit: code < 0 ? nil : code, signal: signal == 0 ? nil : signal)
    finish.dumpedCore = rubato_dumped_core(report.status) != 0
    finish.wasKilled = flags & RUBATO_ENDED_KILLED != 0
    finish.cpuSeconds = run.cgroup?.cpuSeconds ?? Double(report.cpu_us) / 1_000_000
    finish.peakMemoryBytes = run.cgroup?.peakMemoryBytes ?? report.peak_bytes
    finish.outOfMemory = finish.exit != 0 && run.cgroup?.wasOutOfMemory == true
    addReport(of: run, to: &finish)
    var end = RunEnd(run.order.id, finish)
    end.hadLeftovers = flags & RUBATO_ENDED_LEFTOVERS != 0
    end.hasSurvivors = flags & RUBATO_ENDED_SURVIVORS != 0
    end.outputBytes = report.output_bytes
    end.lostOutputBytes = report.output_lost_bytes
    return end
  }

  /// Kills the rest of a run whose supervisor was killed, and returns the end of the run. Its command dies with the
  /// supervisor, because the kernel sends the signal; other processes are killed through the cgroup, or else the
  /// command's process group.
  private func endWithoutReport(_ run: DirectRun) -> LaunchEvent {
    var finish = ProcessExit()
    finish.wasKilled = true
    finish.isUnexplained = true
    if let cgroup = run.cgroup {
      cgroup.kill()
      cgroup.waitUntilEmpty(timeoutMilliseconds: 200)
      finish.cpuSeconds = cgroup.cpuSeconds
      finish.peakMemoryBytes = cgroup.peakMemoryBytes
    } else if case .running(let pid) = run.state {
      Glibc.kill(-pid, SIGKILL)
    }
    addReport(of: run, to: &finish)
    return .ended(RunEnd(run.order.id, finish))
  }
}
