extension Request: Bounded {
  package static let bounds: [NumberBound<Request>] = identity + time + treatment + past

  private static let identity: [NumberBound<Request>] = [
    .whole("sequence", Allowed.serial) { $0.sequence },
    .whole("command.umask", 0...0o7777) { $0.command.umask },
    .whole("command.signal", Allowed.signal) { $0.command.signal },
    .lengths("command.steps.limit") { $0.command.steps.compactMap(\.limit) },
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
    .moment("period.after") { $0.period?.after },
  ]

  private static let treatment: [NumberBound<Request>] = [
    .length("needs.changes.atMost") { $0.needs.changes.atMost },
    .length("needs.changes.updateDelay") { $0.needs.changes.updateDelay },
    .length("needs.changes.longestDelay") { $0.needs.changes.longestDelay },
    .length("budget") { $0.budget },
    .length("grace") { $0.grace },
    .length("task.interval") { $0.task?.interval },
    .moment("task.due") { $0.task?.due },
    .whole("retries") { $0.retries },
    .length("backoff.first") { $0.backoff.first },
    .whole("terms.limits.memoryBytes", Allowed.bytes) { $0.terms.limits.memoryBytes },
    .whole("terms.limits.tasks") { $0.terms.limits.tasks },
    .whole("terms.limits.cpuPercent") { $0.terms.limits.cpuPercent },
    .whole("terms.limits.cpuWeight") { $0.terms.limits.cpuWeight },
    .whole("terms.limits.ioWeight") { $0.terms.limits.ioWeight },
    .whole("terms.earlySignal", Allowed.signal) { $0.terms.earlySignal },
    .whole("terms.onLostPreference", Allowed.signal) { $0.terms.onLostPreference },
  ]

  private static let past: [NumberBound<Request>] = [
    .whole("failures") { $0.failures },
    .whole("attempts") { $0.attempts },
    .whole("postponements") { $0.postponements },
    .moment("backoffUntil") { $0.backoffUntil },
    .moment("lastSuccess") { $0.lastSuccess },
    .moment("missed.since") { $0.missed?.since },
    .whole("missed.skip.count") { $0.missed?.skip?.count },
    .whole("missed.skip.run", Allowed.serial) { $0.missed?.skip?.run },
    .moment("missed.skip.at") { $0.missed?.skip?.at },
    .whole("putOffs") { $0.putOffs },
    .whole("turn.sequence", 0...Allowed.serial.upperBound) { $0.rejoined?.sequence },
    .whole("turn.run", 0...Allowed.serial.upperBound) { $0.rejoined?.run },
    .moment("changes.earliest") { $0.changes?.earliest },
    .length("changes.latestAfter") { $0.changes?.latestAfter },
    .moment("changes.woken") { $0.changes?.woken },
    .moments("changes.noted") { $0.changes?.noted.map { [$0.first, $0.last] } ?? [] },
    .length("changes.noted.atMost") { $0.changes?.noted?.atMost },
    .moments("changes.begun") { $0.changes?.begun.map { [$0.first, $0.last] } ?? [] },
    .length("changes.begun.atMost") { $0.changes?.begun?.atMost },
    .whole("changes.unanswered") { $0.changes?.unanswered },
    .lengths("history.lengths") { $0.history.lengths },
    .whole("checkpoint.stepsDone") { $0.checkpoint.stepsDone },
    .fraction("checkpoint.share", Allowed.share) { $0.checkpoint.share },
    .whole("checkpoint.crashes") { $0.checkpoint.crashes },
    .whole("gaveUp.run", Allowed.serial) { $0.gaveUp?.run },
    .moment("gaveUp.at") { $0.gaveUp?.at },
  ]
}
