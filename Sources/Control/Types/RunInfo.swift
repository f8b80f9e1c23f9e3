/// One execution of a request
package struct RunInfo: Codable, Hashable, Sendable {
  package var run: Int64
  package var id: String
  @OrNull package var app: String?
  package var owner: Int64
  package var kind: String
  /// launching, running, deferring, frozen, expiring, killed or ended
  package var state: String
  /// Null where nothing was started
  @OrNull package var start: String?
  @OrNull package var end: String?
  /// completed, retryLater, failed, crashed, outOfMemory, launchFailed, launchTimeout, deferred,
  /// expired, killed, cancelled, interrupted or skipped; null while it lives
  @OrNull package var outcome: String?
  @OrNull package var stopReason: String?
  /// What whoever stopped it by hand said
  @OrNull package var stopMessage: String?
  /// The exit code; null where a signal ended it
  @OrNull package var exit: Int64?
  @OrNull package var signal: Int64?
  /// The signal left a core dump
  package var dumpedCore: Bool
  package var killed: Bool
  /// 0x8badf00d where an overrun was killed
  @OrNull package var code: String?
  /// Null where the kernel does not tell
  @OrNull package var cpuSeconds: Double?
  @OrNull package var peakMemoryBytes: Int64?
  package var budget: Double
  package var arguments: [String]
  /// The step that it is in, or ended in; null where there are none
  @OrNull package var step: String?
  /// Its number, from 1
  @OrNull package var stepNumber: Int64?
  @OrNull package var message: String?
  /// Only where one run was asked for, and it was killed
  @OrNull package var killReport: KillReportInfo?

  package init(
    run: Int64, id: String, app: String? = nil, owner: Int64, kind: String, state: String,
    start: String? = nil, end: String? = nil, outcome: String? = nil, stopReason: String? = nil,
    stopMessage: String? = nil,
    exit: Int64? = nil, signal: Int64? = nil, dumpedCore: Bool = false, killed: Bool,
    code: String? = nil,
    cpuSeconds:
      Double? = nil, peakMemoryBytes: Int64? = nil, budget: Double, arguments: [String],
    step: String? = nil, stepNumber: Int64? = nil,
    message:
      String? = nil, killReport: KillReportInfo? = nil
  ) {
    self.run = run
    self.id = id
    self.app = app
    self.owner = owner
    self.kind = kind
    self.state = state
    self.start = start
    self.end = end
    self.outcome = outcome
    self.stopReason = stopReason
    self.stopMessage = stopMessage
    self.exit = exit
    self.signal = signal
    self.dumpedCore = dumpedCore
    self.killed = killed
    self.code = code
    self.cpuSeconds = cpuSeconds
    self.peakMemoryBytes = peakMemoryBytes
    self.budget = budget
    self.arguments = arguments
    self.step = step
    self.stepNumber = stepNumber
    self.message = message
    self.killReport = killReport
  }
}
