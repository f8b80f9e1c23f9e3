import Control
import Scheduling

// What a request runs, on which terms, and how far it has come.
extension RequestInfo {
  mutating func addWork(of request: Request) {
    let (command, terms, checkpoint) = (request.command, request.terms, request.checkpoint)
    unit = command.unit
    steps = command.steps.map {
      StepInfo(name: $0.name, arguments: $0.arguments, limit: $0.limit?.seconds)
    }
    stepsDone = Int64(checkpoint.stepsDone)
    self.checkpoint = checkpoint.data
    share = checkpoint.share
    quarantined = checkpoint.isQuarantined
    limits = LimitsInfo(terms.limits)
    onClosedGate = terms.onClosedGate.rawValue
    earlySignal = terms.earlySignal.map(Command.name(ofSignal:))
    onLostPreference = terms.onLostPreference.map(Command.name(ofSignal:))
    signalsReadiness = terms.signalsReadiness
    preventsSleep = terms.preventsSleep
    condition = request.needs.condition
    onFailure = terms.onFailure
    timer = request.timer.map {
      TimerInfo(name: $0.name, state: $0.fileState, active: $0.wasActive)
    }
    file = request.declaration?.file
  }
}

extension ExplanationInfo {
  mutating func addWork(of request: Request) {
    stepCount = Int64(request.command.steps.count)
    stepsDone = Int64(request.checkpoint.stepsDone)
    checkpoint = request.checkpoint.data
    share = request.checkpoint.share
    quarantined = request.checkpoint.isQuarantined
    timer = request.timer?.name
    file = request.declaration?.file
  }
}

extension LimitsInfo {
  fileprivate init(_ limits: RunLimits) {
    self.init(
      memoryBytes: limits.memoryBytes, tasks: limits.tasks.map { Int64($0) },
      cpuPercent: limits.cpuPercent.map { Int64($0) },
      cpuWeight: limits.cpuWeight.map { Int64($0) }, ioWeight: limits.ioWeight.map { Int64($0) })
  }
}
