import Glibc
import Launch
import Scheduling

extension LaunchOrder {
  /// The order for `run`. Whom it runs as is the owner of its request.
  init(_ run: Run, _ request: Request) {
    let command = request.command
    self.init(
      run: run.id, uid: run.key.owner == geteuid() ? nil : run.key.owner,
      arguments: command.arguments(ofStep: run.step), directory: command.directory,
      environment: command.environment, umask: command.umask,
      budgetSeconds: run.budget.seconds, graceSeconds: run.grace.seconds)
    step = run.step
    identifier = run.key.id
    unit = command.unit
    limits = request.terms.limits
  }
}

extension Finish {
  init(_ end: RunEnd) {
    self.init(exit: end.exit, signal: end.signal)
    wasKilled = end.killed
    dumpedCore = end.dumpedCore
    outOfMemory = end.outOfMemory
    wasStoppedOutside = end.wasStoppedOutside
    killReport = end.killReport
    isUnexplained = end.isUnexplained
    cpuSeconds = end.cpuSeconds
    peakMemoryBytes = end.peakMemoryBytes
  }
}

extension Event {
  /// What a launcher tells.
  init(_ event: LaunchEvent) {
    switch event {
    case .started(let run, _): self = .runStarted(run)
    case .failed(let run, let message):
      var finish = Finish()
      finish.launchFailure = message
      self = .runEnded(run, finish)
    case .ended(let end): self = .runEnded(end.run, Finish(end))
    }
  }
}
