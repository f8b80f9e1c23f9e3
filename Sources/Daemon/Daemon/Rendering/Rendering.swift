import Control
import Scheduling

// Conversion from the scheduler's terms to the interface's.

extension WallTime {
  /// RFC 3339 in UTC.
  var text: String { UniversalTime.text(self) }
}

extension RequestInfo {
  /// Describes the request that is explained, with its state and its options.
  ///
  /// - Parameter timerIsOn: Whether the timer that the request replaced is on again; `nil` if it replaced none.
  init(_ explanation: Explanation, timerIsOn: Bool? = nil) {
    let request = explanation.request
    let (command, progress) = (request.terms.command, request.progress)
    let checkpoint = progress.checkpoint
    // The time from a change, or from the end of the predecessors, to the latest date.
    let latestAfter = progress.changes?.latestAfter ?? progress.predecessors?.latestAfter
    // A run of an earlier request with this id is not described.
    let frozenSince = explanation.phase == nil ? nil : explanation.frozenSince
    self.init(
      optionsOf: request, id: request.key.id, app: request.key.app,
      owner: Int64(request.key.owner), kind: request.terms.kind.rawValue,
      state: explanation.state.rawValue, run: explanation.run,
      runState: explanation.phase?.name.rawValue, frozenBy: explanation.phase?.frozenBy?.code,
      frozenSince: frozenSince?.text,
      submitted: request.submitted.text, earliest: request.window.opens.text,
      latest: request.window.latest?.text,
      latestAfter: latestAfter?.seconds,
      atLatest: request.window.atLatest.rawValue,
      progress: explanation.progress, task: request.terms.task.map { TaskClassInfo($0) },
      backoffDelay: explanation.backoffDelay.seconds, budget: explanation.budget.seconds,
      grace: explanation.grace.seconds,
      failures: Int64(progress.failures),
      lastSuccess: progress.lastSuccess?.text, overdueSince: explanation.overdueSince?.text,
      skippedWindows: request.skippedWindows.map { Int64($0.count) }, arguments: command.arguments,
      directory: command.directory,
      steps: command.steps.map {
        StepInfo(name: $0.name, arguments: $0.arguments, limit: $0.limit?.seconds)
      },
      stepsDone: Int64(checkpoint.stepsDone), unit: command.unit, signal: command.signalName,
      checkpoint: checkpoint.data, share: checkpoint.share, quarantined: checkpoint.isQuarantined,
      timer: request.terms.timer.map { TimerInfo($0) }, timerIsOn: timerIsOn,
      file: request.terms.declaration?.file,
      reasons: explanation.reportedCauses.map(\.reason.rawValue),
      next: explanation.next?.text, wakesAt: explanation.wakesAt?.text)
  }
}

extension Command {
  /// The warning signal of its processes; `nil` if systemd or the process of an app warns in its own way.
  fileprivate var signalName: String? {
    unit == nil && !isTask ? ExpirationSignal.name(ofNumber: signal) : nil
  }
}

extension TimerInfo {
  /// Describes the timer that a request replaced, in its state before that.
  init(_ timer: AdoptedTimer) {
    self.init(name: timer.name, state: timer.fileState, active: timer.wasActive)
  }
}

extension LimitsInfo {
  /// Describes the resource limits of a request; limits that are not set are `nil`.
  init(_ limits: RunLimits) {
    self.init(
      memoryBytes: limits.memoryBytes, tasks: limits.tasks.map { Int64($0) },
      cpuPercent: limits.cpuPercent.map { Int64($0) },
      cpuWeight: limits.cpuWeight.map { Int64($0) }, ioWeight: limits.ioWeight.map { Int64($0) })
  }
}

extension ExplanationInfo {
  /// Describes the decision about a request: its reasons, its policies, its forecast and its progress.
  ///
  /// - Parameters:
  ///   - history: How its reasons have changed; `nil` leaves it out.
  ///   - runs: The newest runs of the request, newest first.
  ///   - best: The best moment for a refresh, if it was requested.
  ///   - timerIsOn: Whether the timer that the request replaced is on again; `nil` if it replaced none.
  ///   - seesAll: Whether the caller may see the requests of all users.
  init(
    _ explanation: Explanation, history: WaitHistory? = nil, runs: [Run] = [],
    best: (score: Double, at: WallTime)? = nil, timerIsOn: Bool? = nil, seesAll: Bool = false
  ) {
    let (request, checkpoint) = (explanation.request, explanation.request.progress.checkpoint)
    let optimal = best ?? explanation.requestForecast?.optimal
    let isAlarm = request.terms.task?.category == .alarm
    let hasRun =
      request.progress.history.lastEnd != nil || request.progress.lastSuccess != nil
    self.init(
      id: request.key.id, app: request.key.app, owner: Int64(request.key.owner),
      kind: request.terms.kind.rawValue, state: explanation.state.rawValue,
      runState: explanation.phase?.name.rawValue,
      live: explanation.live.map { LiveRunInfo($0, of: explanation) },
      run: explanation.runsNow,
      decision: explanation.decision.rawValue, score: explanation.sums?.score,
      sum: explanation.sums?.sum, denominator: explanation.sums?.denominator,
      threshold: explanation.requestForecast?.threshold,
      optimal: optimal.map { OptimumInfo(score: $0.score, at: $0.at.text) },
      likely: LikelyInfo(explanation),
      value: explanation.valuation?.worth, price: explanation.valuation?.price,
      reasons: explanation.reportedCauses.map(\.reason.rawValue),
      causes: explanation.reportedCauses.map { CauseInfo($0, seesAll: seesAll) },
      warnings: explanation.warnings.map { WarningInfo($0) },
      policies: explanation.rows.map { PolicyInfo($0) }, next: explanation.next?.text,
      wakesAt: explanation.wakesAt?.text,
      budget: explanation.budget.seconds, grace: explanation.grace.seconds,
      stepCount: Int64(request.terms.command.steps.count), stepsDone: Int64(checkpoint.stepsDone),
      checkpoint: checkpoint.data, share: checkpoint.share,
      quarantined: checkpoint.isQuarantined, timer: request.terms.timer?.name, timerIsOn: timerIsOn,
      file: request.terms.declaration?.file, submitted: request.submitted.text,
      latest: request.window.latest?.text,
      due: isAlarm ? request.terms.task?.due?.text : nil,
      hasRun: hasRun,
      failures: Int64(request.progress.failures), lastSuccess: request.progress.lastSuccess?.text,
      overdueSince: explanation.overdueSince?.text,
      skippedWindows: request.skippedWindows.map { Int64($0.count) },
      lastRun: runs.first { $0.ending != nil }.map { RunInfo($0) },
      history: history.map { HistoryInfo($0, runs) })
  }
}

extension WarningInfo {
  init(_ warning: Warning) { self.init(code: warning.code.rawValue, text: warning.text) }
}

extension LiveRunInfo {
  /// Describes a live run, and the reason why it is frozen; its pause is described only if it has frozen the run.
  init(_ run: Run, of explanation: Explanation) {
    let frozenBy = run.phase.frozenBy
    let onClosedGate = explanation.request.terms.run.onClosedGate
    // `explanation.phase` is `nil` for a run of an earlier request with this id, to which the options do not apply.
    self.init(
      run: run.id, started: run.started.wall.text, budget: run.budget.seconds,
      frozenBy: frozenBy?.code, frozenSince: explanation.frozenSince?.text,
      onClosedGate: explanation.phase?.frozenBy == nil ? nil : onClosedGate.rawValue,
      pause: frozenBy == .paused ? explanation.pause?.text : nil)
  }
}

extension LikelyInfo {
  /// Describes the time in which the request will likely start; `nil` if no forecast is possible.
  init?(_ explanation: Explanation) {
    guard let likely = explanation.requestForecast?.likely else { return nil }
    self.init(from: likely.lowerBound.text, until: likely.upperBound.text)
  }
}

extension HistoryInfo {
  /// Describes how the reasons of a waiting request have changed, and how long each has held it.
  ///
  /// - Parameter runs: The newest runs of the request, one of which was live at each change without a reason.
  init(_ history: WaitHistory, _ runs: [Run]) {
    self.init(
      changes: history.changes.map { change in
        let run = change.reasons.isEmpty ? runs.first { $0.wasLive(at: change.at) } : nil
        return ChangeInfo(
          at: change.at.text, reasons: change.reasons.map(\.rawValue), run: run?.id,
          outcome: run?.ending?.outcome.rawValue)
      },
      costs: history.costs.map {
        CostInfo(reason: $0.reason.rawValue, seconds: $0.duration.seconds)
      },
      since: history.since.text)
  }
}

extension Run {
  /// Returns whether it had begun and not ended at `moment`.
  fileprivate func wasLive(at moment: WallTime) -> Bool {
    started.wall <= moment && (ending.map { moment < $0.at } ?? true)
  }
}

extension CauseInfo {
  /// Describes a cause. Its full text, which can name requests of other users, is used only if the caller sees all of
  /// them.
  init(_ cause: Explanation.Cause, seesAll: Bool) {
    let fullText = cause.fullText ?? cause.text
    self.init(
      reason: cause.reason.rawValue, text: seesAll ? fullText : cause.text,
      state: cause.state, since: cause.since?.text,
      awaited: cause.awaited.map {
        AwaitedRequestsInfo(toComplete: $0.toComplete, toEnd: $0.toEnd)
      })
  }
}

extension PolicyInfo {
  /// Describes the verdict of one policy about a request.
  init(_ row: Explanation.Row) {
    self.init(
      name: row.policy, weight: row.verdict.weight, decision: row.verdict.decision.rawValue,
      score: row.verdict.score, rationale: row.rationale)
  }
}

extension AppInfo {
  /// Describes a registered app: its process, its switches, its use, its quota tier and its reliability.
  init(_ app: App, _ core: Scheduler, at now: Instant) {
    let quota = app.quota(at: now, core.settings)
    let isBarred = app.reliability.isBarred(at: now.wall)
    self.init(
      id: app.key.id, owner: Int64(app.key.owner),
      permittedIdentifiers: app.permittedIdentifiers, backgroundModes: app.backgroundModes,
      program: app.installation?.program.arguments.first,
      entitlements: app.installation?.entitlements ?? [],
      process: core.process(of: app.key).map { AppProcessInfo($0, core) },
      refresh: app.refreshIsOn, foreground: app.isForeground, forceQuit: app.isForceQuit,
      registered: app.registered.text, lastOpened: app.lastOpened?.text,
      lastServed: app.lastServed?.text, tier: quota.tier.rawValue,
      tierSource: quota.source.rawValue,
      barredUntil: isBarred ? app.reliability.barredUntil?.text : nil,
      reliability: ReliabilityInfo(app.reliability),
      allowed: (app.installation?.allowed ?? []).map(\.rawValue),
      stateHome: app.installation?.program.environment["XDG_STATE_HOME"])
  }
}

extension AppProcessInfo {
  /// Describes an app's process, its runs, and the lengths of the phases of its launch.
  fileprivate init(_ process: AppProcess, _ core: Scheduler) {
    self.init(
      process: process.id, state: process.stateName, byUser: process.isUsers,
      pid: process.identity.map { Int64($0.pid) }, started: process.began.wall.text,
      runs: core.runs.filter { $0.process == process.id }.map(\.id),
      spawnSeconds: process.launch.started?.seconds,
      attachSeconds: process.launch.attached?.seconds,
      launchSeconds: process.launch.finished?.seconds,
      firstTaskSeconds: process.launch.handed?.seconds, debugged: process.isDebugged,
      locks: process.locks)
  }
}

extension ReliabilityInfo {
  /// Describes how an app's recent runs ended. An app without runs has the score 1.
  init(_ reliability: Reliability) {
    self.init(
      score: reliability.score ?? 1, conducts: reliability.conducts.map(\.word),
      kills: reliability.kills.map(\.text), level: Int64(reliability.level))
  }
}

extension RunQuality {
  /// The word for the quality in an answer of the interface.
  fileprivate var word: String {
    switch self {
    case .clean: "clean"
    case .blamed: "blamed"
    case .killed: "killed"
    }
  }
}
