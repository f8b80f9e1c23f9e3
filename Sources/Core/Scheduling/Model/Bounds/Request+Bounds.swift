extension Request: Bounded {
  package static let bounds: [NumberBound<Request>] = identity + time + treatment + past

  private static let identity: [NumberBound<Request>] = [
    .whole("sequence", Allowed.serial) { $0.sequence },
    .whole("command.umask", 0...0o7777) { $0.terms.command.umask },
    .whole("command.signal", Allowed.signal) { $0.terms.command.signal },
    .lengths("command.steps.limit") { $0.terms.command.steps.compactMap(\.limit) },
  ]

  private static let time: [NumberBound<Request>] = [
    .moment("submitted") { $0.submitted },
    .moment("window.opens") { $0.window.opens },
    .moment("window.latest") { $0.window.latest },
    .length("period.every", 1_000_000_000...Allowed.length.upperBound) { $0.period?.every },
    .moment("period.anchor") { $0.period?.anchor },
    .length("period.latestAfter") { $0.period?.latestAfter },
    .length("period.flex") { $0.period?.flex },
    .whole("period.zoneSeconds", Allowed.zoneSeconds) { $0.period?.zoneSeconds },
    .moment("period.begins") { $0.period?.begins },
    .moment("period.after") { $0.period?.previousStart },
  ]

  private static let treatment: [NumberBound<Request>] = [
    .length("needs.changes.atMost") { $0.terms.needs.changes.atMost },
    .length("needs.changes.updateDelay") { $0.terms.needs.changes.updateDelay },
    .length("needs.changes.longestDelay") { $0.terms.needs.changes.longestDelay },
    .length("budget") { $0.terms.budget },
    .length("grace") { $0.terms.grace },
    .length("task.interval") { $0.terms.task?.interval },
    .moment("task.due") { $0.terms.task?.due },
    .whole("retries") { $0.terms.retries },
    .whole("terms.priority", Allowed.priority) { $0.terms.run.priority },
    .length("backoff.first") { $0.terms.backoff.first },
    .whole("terms.limits.memoryBytes", Allowed.bytes) { $0.terms.run.limits.memoryBytes },
    .whole("terms.limits.tasks") { $0.terms.run.limits.tasks },
    .whole("terms.limits.cpuPercent") { $0.terms.run.limits.cpuPercent },
    .whole("terms.limits.cpuWeight") { $0.terms.run.limits.cpuWeight },
    .whole("terms.limits.ioWeight") { $0.terms.run.limits.ioWeight },
    .length("terms.notifyAfter") { $0.terms.run.notifyAfter },
    .whole("terms.earlySignal", Allowed.signal) { $0.terms.run.earlySignal },
    .whole("terms.onLostPreference", Allowed.signal) { $0.terms.run.onLostPreference },
  ]

  private static let past: [NumberBound<Request>] = [
    .whole("failures") { $0.progress.failures },
    .whole("attempts") { $0.progress.attempts },
    .whole("postponements") { $0.progress.postponements },
    .moment("backoffUntil") { $0.progress.backoffUntil },
    .moment("lastSuccess") { $0.progress.lastSuccess },
    .moment("notified") { $0.progress.notified },
    .moment("missed.since") { $0.progress.missed?.since },
    .whole("missed.skip.count") { $0.progress.missed?.skip?.count },
    .whole("missed.skip.run", Allowed.serial) { $0.progress.missed?.skip?.run },
    .moment("missed.skip.at") { $0.progress.missed?.skip?.at },
    .whole("putOffs") { $0.progress.putOffs },
    .whole("turn.sequence", 0...Allowed.serial.upperBound) { $0.progress.rejoined?.sequence },
    .whole("turn.run", 0...Allowed.serial.upperBound) { $0.progress.rejoined?.run },
    .moment("changes.earliest") { $0.progress.changes?.earliest },
    .length("changes.latestAfter") { $0.progress.changes?.latestAfter },
    .moment("changes.woken") { $0.progress.changes?.woken },
    .moments("changes.noted") { $0.progress.changes?.noted.map { [$0.first, $0.last] } ?? [] },
    .length("changes.noted.atMost") { $0.progress.changes?.noted?.atMost },
    .moments("changes.begun") { $0.progress.changes?.begun.map { [$0.first, $0.last] } ?? [] },
    .length("changes.begun.atMost") { $0.progress.changes?.begun?.atMost },
    .whole("changes.unanswered") { $0.progress.changes?.unanswered },
    .moment("predecessors.released") { $0.progress.predecessors?.released },
    .moment("predecessors.earliest") { $0.progress.predecessors?.earliest },
    .length("predecessors.latestAfter") { $0.progress.predecessors?.latestAfter },
    .lengths("history.lengths") { $0.progress.history.lengths },
    .whole("checkpoint.stepsDone") { $0.progress.checkpoint.stepsDone },
    .fraction("checkpoint.share", Allowed.share) { $0.progress.checkpoint.share },
    .whole("checkpoint.crashes") { $0.progress.checkpoint.crashes },
    .whole("gaveUp.run", Allowed.serial) { $0.progress.gaveUp?.run },
    .moment("gaveUp.at") { $0.progress.gaveUp?.at },
    .whole("windowFailure.run", Allowed.serial) { $0.progress.windowFailure?.run },
    .moment("windowFailure.at") { $0.progress.windowFailure?.at },
  ]
}
