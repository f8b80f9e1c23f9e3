import Control

extension RequestInfo {
  static func sample(
    state: String = "waiting", run: Int64? = nil, reasons: [String] = [], atLatest: String = "relax"
  ) -> RequestInfo {
    RequestInfo(
      id: "backup", owner: 1000, kind: "maintenance", state: state, run: run,
      submitted: "2026-03-02T12:00:00Z", earliest: "2026-03-02T12:00:00Z",
      latest: "2026-03-06T17:00:00Z", atLatest: atLatest, progress: 0.25, on: [], exact: false,
      whenChanged: [], after: [], afterAny: [],
      requires: ["unmetered"],
      prefers: ["power", "idle"], allowBattery: false, expedited: false, tags: [], retries: 4,
      backoff: "exponential", backoffDelay: 30, limits: LimitsInfo(), onClosedGate: "stop",
      signalsReadiness: false, preventsSleep: false, wake: false, eachFailure: false, budget: 1800,
      grace: 30,
      failures: 0,
      arguments: ["/usr/bin/restic", "backup", "/home/my files"], directory: "/home/ada",
      steps: [], stepsDone: 0, signal: "TERM", quarantined: false, reasons: reasons)
  }
}

extension ExplanationInfo {
  static func sample(
    state: String = "waiting", run: Bool = false, causes: [CauseInfo] = []
  ) -> ExplanationInfo {
    ExplanationInfo(
      id: "backup", owner: 1000, kind: "maintenance", state: state, run: run,
      decision: causes.isEmpty ? "canProceed" : "mustNotProceed",
      score: causes.isEmpty ? 0.5 : nil, sum: causes.isEmpty ? 6 : nil,
      denominator: causes.isEmpty ? 12 : nil, reasons: causes.map(\.reason), causes: causes,
      warnings: [],
      policies: [
        PolicyInfo(
          name: "Battery Level", weight: 2, decision: "canProceed", score: 0.123_456_789,
          rationale: "80 %")
      ], budget: 1800, grace: 30, stepCount: 0, stepsDone: 0, quarantined: false,
      submitted: "2026-03-02T12:00:00Z", latest: "2026-03-06T17:00:00Z", hasRun: false, failures: 0)
  }
}

extension CauseInfo {
  static let unplugged = CauseInfo(
    reason: "power", text: "external power: required; on battery", since: "2026-03-02T08:12:00Z")
  static let inUse = CauseInfo(reason: "userActive", text: "idle: by kind; in use")
}

extension RunInfo {
  static func sample(outcome: String? = "completed", killed: Bool = false) -> RunInfo {
    RunInfo(
      run: 7, id: "backup", owner: 1000, kind: "maintenance", state: "ended",
      start: "2026-03-02T11:00:00Z", end: "2026-03-02T11:00:02.500Z", outcome: outcome,
      stopReason: killed ? "budget" : nil, exit: killed ? nil : 0, signal: killed ? 9 : nil,
      dumpedCore: false, killed: killed, code: killed ? "0x8badf00d" : nil, cpuSeconds: 0.25,
      peakMemoryBytes: 12_345_678, budget: 1800, arguments: ["/usr/bin/restic"])
  }
}
