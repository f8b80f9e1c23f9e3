extension Run: Bounded {
  package static let bounds: [NumberBound<Run>] = [
    .whole("id", Allowed.serial) { $0.id },
    .whole("sequence", Allowed.serial) { $0.sequence },
    .whole("signal", Allowed.signal) { $0.signal },
    .length("budget") { $0.budget },
    .length("grace") { $0.grace },
    .moment("started.wall") { $0.started.wall },
    .moment("started.boot") { $0.started.boot },
    .moment("started.awake") { $0.started.awake },
    .moment("phase") { $0.phase.killDeadlineOrFreezeStart },
    .whole("step") { $0.step },
    .moment("stepStarted") { $0.stepStarted },
    .length("stepLimit") { $0.stepLimit },
    .length("frozenFor") { $0.frozenFor },
    .length("pausedFor") { $0.pausedFor },
    .moment("stepBegan") { $0.stepBegan },
    .fraction("share", Allowed.share) { $0.share },
    .moment("progressed") { $0.progressed },
    .whole("earlySignal", Allowed.signal) { $0.earlySignal },
    .whole("onLostPreference", Allowed.signal) { $0.onLostPreference },
    .fraction("earlierCPUSeconds", Allowed.seconds) { $0.earlierCPUSeconds },
    .whole("earlierPeakMemoryBytes", Allowed.bytes) { $0.earlierPeakMemoryBytes },
    .whole("retryState.failures") { $0.retryState?.failures },
    .whole("retryState.attempts") { $0.retryState?.attempts },
    .whole("retryState.postponements") { $0.retryState?.postponements },
    .moment("retryState.backoffUntil") { $0.retryState?.backoffUntil },
    .whole("retryState.crashes") { $0.retryState?.crashes },
    .moment("ending.at") { $0.ending?.at },
    .fraction("ending.cpuSeconds", Allowed.seconds) { $0.ending?.cpuSeconds },
    .whole("ending.peakMemoryBytes", Allowed.bytes) { $0.ending?.peakMemoryBytes },
  ]
}

extension Run.Phase {
  /// The only moment of a phase, for which a stored run has one column: when an expiring run is killed, or since when a
  /// frozen run is frozen. `nil` for other phases.
  package var killDeadlineOrFreezeStart: AwakeTime? {
    switch self {
    case .expiring(_, let until): until
    case .frozen(_, let since): since
    case .launching, .running, .deferring, .killed, .ended: nil
    }
  }
}
