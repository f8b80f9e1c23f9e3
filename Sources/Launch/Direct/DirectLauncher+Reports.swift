import Scheduling

extension DirectLauncher {
  /// Looks what a run does that is to be killed at once. What it wrote is read later, when there is
  /// time for it.
  func examine(_ run: DirectRun) {
    guard case .running(let pid) = run.state, run.killReport == nil else { return }
    let members =
      run.cgroup.map { KillReportCollector.Members.cgroup($0.path) }
      ?? .descendants(of: run.supervisor.pid)
    run.killReport = configuration.collector.report(
      on: members, main: pid, warning: run.warning)
  }

  /// What the end of a run tells of its kill.
  func addReport(of run: DirectRun, to finish: inout ProcessExit) {
    guard finish.wasKilled, var report = run.killReport else { return }
    report.lastLines = outputs.lastLines(of: run.order.run)
    finish.killReport = report
  }
}
