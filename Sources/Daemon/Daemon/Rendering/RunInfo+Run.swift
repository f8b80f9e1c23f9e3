import Control
import Scheduling

extension RunInfo {
  /// Describes a run and its end. A skipped window, which is recorded as a run, has no start.
  ///
  /// - Parameters:
  ///   - withReport: Whether to include the kill report, which can be long.
  ///   - now: The time of the reply, for the rest of the budget; `nil` leaves it out.
  init(_ run: Run, withReport: Bool = false, now: AwakeTime? = nil) {
    let ending = run.ending
    let isSkipped = ending?.outcome == .skipped
    // Apple's watchdog uses one code for an overrun budget and for a late launch.
    let isLateLaunch = run.isTask && ending?.outcome == .launchTimeout
    let isOverBudget = ending?.stopReason?.isBudget == true || isLateLaunch
    let isOverrun = ending?.wasKilled == true && isOverBudget
    self.init(
      run: run.id, id: run.key.id, app: run.key.app, owner: Int64(run.key.owner),
      kind: run.kind.rawValue, state: run.phase.name.rawValue,
      start: isSkipped ? nil : run.started.wall.text, end: ending?.at.text,
      late: isSkipped ? nil : run.lateness?.seconds,
      outcome: ending?.outcome.rawValue, stopReason: run.stopReason?.code,
      stopMessage: run.stopReason?.message,
      exit: ending?.exit.map { Int64($0) }, signal: ending?.signal.map { Int64($0) },
      dumpedCore: ending?.dumpedCore ?? false,
      killed: ending?.wasKilled ?? false, code: isOverrun ? Ending.overrunCode : nil,
      cpuSeconds: ending?.cpuSeconds, peakMemoryBytes: ending?.peakMemoryBytes,
      budget: run.budget.seconds,
      budgetLeft: now.flatMap { run.budgetLeft(at: $0) }?.seconds, arguments: run.arguments,
      task: run.task.map { TaskClassInfo($0) }, share: run.share, step: run.stepName,
      stepNumber: run.stepName.map { _ in Int64(run.step + 1) }, message: ending?.message,
      killReport: withReport ? ending?.killReport.map { KillReportInfo($0) } : nil)
  }
}

extension KillReportInfo {
  /// Describes the processes of a run just before it was killed, and its last output.
  init(_ report: KillReport) {
    self.init(
      sentence: report.sentence, expiration: report.expiration.rawValue,
      processes: report.processes.map { KilledProcessInfo($0) }, cutOff: report.isCutOff,
      lastLines: report.lastLines, holder: report.holder.map { Int64($0.thread) },
      stack: report.holder.flatMap { $0.stack.isEmpty ? nil : $0.stack })
  }
}

extension KilledProcessInfo {
  /// Describes one killed process with its threads.
  fileprivate init(_ process: KillReport.Process) {
    self.init(
      pid: Int64(process.pid), parent: Int64(process.parent), command: process.command,
      threads: process.threads.map { thread in
        KilledThreadInfo(
          id: Int64(thread.id), name: thread.name, state: thread.state,
          waitChannel: thread.waitChannel)
      })
  }
}
