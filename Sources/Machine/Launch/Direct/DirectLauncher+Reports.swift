import Scheduling

extension DirectLauncher {
  /// Stores a report on the processes of a run immediately before its first kill. Its output is read later, when there
  /// is time for it.
  func storeKillReport(of run: DirectRun) {
    guard case .running(let pid) = run.state, run.killReport == nil else { return }
    run.killReport = configuration.collector.report(
      on: members(of: run), main: pid, warning: run.warning)
  }

  private func members(of run: DirectRun) -> RunMembers {
    run.cgroup.map { .cgroup($0.path) } ?? .descendants(of: run.supervisor.pid)
  }

  /// Returns the process of a run's command; `nil` if it has not started or has ended.
  package func pid(of id: LaunchID) -> Int32? {
    guard let run = runs[id], case .running(let pid) = run.state else { return nil }
    return pid
  }

  /// Returns the processes of a run, including that of the command; empty if the run has not started or has ended.
  package func processes(of id: LaunchID) -> Set<Int32> {
    guard let run = runs[id], case .running(let pid) = run.state else { return [] }
    return members(of: run).processes.union([pid])
  }

  /// Adds the kill report, with the last lines of the output, to the end of a run that was examined and killed.
  func addKillReport(of run: DirectRun, to processExit: inout ProcessExit) {
    guard processExit.wasKilled, var report = run.killReport else { return }
    report.lastLines = outputs.lastLines(of: run.order.id)
    processExit.killReport = report
  }
}
