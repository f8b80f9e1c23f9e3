import CLinux
import Glibc

extension DirectLauncher {
  /// Takes what a supervisor says.
  func take(_ report: rubato_report, of run: DirectRun) {
    guard run.isAlive else { return }
    if Int(report.kind) == RUBATO_REPORT_STARTED {
      run.state = .running(pid: report.pid)
      deliver(.started(run: run.order.run, pid: report.pid))
      return
    }
    run.state = .reported(report)
    // Else the event waits for the supervisor's own end, a moment later: then nothing is left.
    if hasSurvivors(report) { conclude(run, with: report) }
  }

  /// The supervisor is gone, and reaped.
  func settle(_ run: DirectRun) {
    switch run.state {
    case .reported(let report): conclude(run, with: report)
    case .launching, .running: concludeWithoutReport(run)
    case .delivered: break
    }
    runs[run.order.run] = nil
    if let cgroup = run.cgroup { tree?.remove(cgroup) }
  }

  /// Leaves all runs to their supervisors, which end them as if the daemon had died.
  package func close() {
    for run in runs.values { run.supervisor.hangUp() }
    tree?.close()
  }

  private func hasSurvivors(_ report: rubato_report) -> Bool {
    Int(report.flags) & RUBATO_ENDED_SURVIVORS != 0
  }

  private func conclude(_ run: DirectRun, with report: rubato_report) {
    run.state = .delivered
    reasons.forget(run: run.order.run)
    if Int(report.kind) == RUBATO_REPORT_FAILED {
      let failure = LaunchFailure(
        stage: Int(report.stage), error: report.error, order: run.order)
      deliver(.failed(run: run.order.run, message: failure.message))
    } else {
      deliver(.ended(run: end(of: run, from: report)))
    }
  }

  private func end(of run: DirectRun, from report: rubato_report) -> RunEnd {
    var end = RunEnd(run: run.order.run)
    let code = rubato_exit_code(report.status)
    let signal = rubato_exit_signal(report.status)
    let flags = Int(report.flags)
    end.exit = code < 0 ? nil : code
    end.signal = signal == 0 ? nil : signal
    end.dumpedCore = rubato_dumped_core(report.status) != 0
    end.killed = flags & RUBATO_ENDED_KILLED != 0
    end.hadLeftovers = flags & RUBATO_ENDED_LEFTOVERS != 0
    end.hasSurvivors = flags & RUBATO_ENDED_SURVIVORS != 0
    end.cpuSeconds = run.cgroup?.cpuSeconds ?? Double(report.cpu_us) / 1_000_000
    end.peakMemoryBytes = run.cgroup?.peakMemoryBytes ?? report.peak_bytes
    end.outputBytes = report.output_bytes
    end.lostOutputBytes = report.output_lost_bytes
    return end
  }

  /// Somebody killed the supervisor. Its command dies with it (the kernel sends the signal); the
  /// rest is killed by the cgroup, or else by the command's process group.
  private func concludeWithoutReport(_ run: DirectRun) {
    var end = RunEnd(run: run.order.run)
    end.killed = true
    if let cgroup = run.cgroup {
      cgroup.kill()
      cgroup.waitUntilEmpty(timeoutMilliseconds: 200)
      end.cpuSeconds = cgroup.cpuSeconds
      end.peakMemoryBytes = cgroup.peakMemoryBytes
    } else if case .running(let pid) = run.state {
      Glibc.kill(-pid, SIGKILL)
    }
    reasons.forget(run: run.order.run)
    run.state = .delivered
    deliver(.ended(run: end))
  }
}
