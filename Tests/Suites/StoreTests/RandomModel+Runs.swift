import Scheduling

extension RandomModel {
  mutating func terms() -> RunTerms {
    var terms = RunTerms()
    terms.limits.memoryBytes = maybe { $0.count() }
    terms.limits.tasks = maybe { $0.below(1000) }
    terms.limits.cpuPercent = maybe { $0.below(1000) }
    terms.limits.cpuWeight = maybe { $0.below(1000) }
    terms.limits.ioWeight = maybe { $0.below(1000) }
    terms.onClosedGate = word()
    terms.earlySignal = maybe { Int32($0.below(65)) }
    terms.onLostPreference = maybe { Int32($0.below(65)) }
    terms.signalsReadiness = flag()
    terms.onFailure = maybe { $0.text() }
    terms.onFailureCommand = maybe { $0.text() }
    terms.onOverdueCommand = maybe { $0.text() }
    terms.notifyAfter = maybe { $0.duration() }
    terms.reportsEachFailure = flag()
    terms.isExact = flag()
    terms.preventsSleep = flag()
    terms.wakesMachine = flag()
    terms.retryOn = maybe { $0.word() }
    terms.priority = maybe { Int($0.number(in: -100...100)) }
    terms.tags = list(3) { $0.text() }
    return terms
  }

  mutating func missed() -> MissedDeadline {
    MissedDeadline(
      since: moment(),
      skip: maybe {
        MissedDeadline.Skip(count: $0.below(10), run: 1 + Int64($0.below(10)), at: $0.moment())
      },
      isAcknowledged: flag())
  }

  mutating func gaveUp() -> GivenUp {
    var end = GivenUp(run: 1 + Int64(below(1_000_000)), at: moment(), outcome: word())
    end.exit = maybe { Int32($0.below(256)) }
    end.signal = maybe { Int32($0.below(65)) }
    return end
  }

  mutating func failureCommand() -> FailureCommand {
    var command = FailureCommand(number: Int64(1 + below(10)), key: requestKey(), line: text())
    command.unit = maybe { $0.text() }
    command.restarts = below(10)
    for _ in 0..<below(4) { command.environment[text()] = text() }
    command.umask = UInt16(below(0o1000))
    command.end = maybe { $0.gaveUp() }
    command.lastRun = maybe { 1 + Int64($0.below(1_000_000)) }
    command.attempts = below(10)
    command.isFinal = flag()
    command.missed = maybe { $0.moment() }
    command.message = maybe { $0.text() }
    return command
  }

  mutating func task() -> TaskClass {
    if flag() { return flag() ? .healthResearch(protection: text()) : .push(payload: text()) }
    if flag() {
      return .notification(
        NotificationTerms(
          title: text(), subtitle: text(), body: text(), payload: text(), due: moment(),
          repeats: maybe { $0.word() }))
    }
    if flag() { return flag() ? .fetch(interval: duration()) : .alarm(due: moment()) }
    if flag() {
      return flag()
        ? .transfer(session: text(), launchEvents: maybe { $0.flag() })
        : .transferEvents(session: text())
    }
    if flag() { return .response(payload: text()) }
    if flag() { return .observer(changed: list(3) { ExactString($0.text()) }) }
    return .continued(ContinuedTerms(title: text(), subtitle: text(), strategy: word()))
  }

  mutating func needs() -> Needs {
    var needs = Needs()
    needs.paths = list(3) { "/\($0.text())" }
    needs.networks = list(3) { "!\($0.text())" }
    needs.condition = maybe { $0.text() }
    if flag() {
      needs.changes.watched = list(3) { ExactString($0.text()) }
      needs.changes.atMost = maybe { $0.duration() }
      needs.changes.updateDelay = maybe { $0.duration() }
      needs.changes.longestDelay = maybe { $0.duration() }
    }
    needs.predecessors.toComplete = list(2) { $0.text() }
    needs.predecessors.toEnd = list(2) { $0.text() }
    return needs
  }

  mutating func predecessors() -> PredecessorProgress {
    var predecessors = PredecessorProgress(earliest: moment())
    predecessors.ended = list(3) { $0.text() }
    predecessors.repeating = list(3) { $0.text() }
    predecessors.released = maybe { $0.moment() }
    predecessors.latestAfter = maybe { $0.duration() }
    predecessors.failed = maybe { $0.text() }
    return predecessors
  }

  mutating func changes() -> ChangeProgress {
    var changes = ChangeProgress(earliest: moment(), latestAfter: maybe { $0.duration() })
    changes.noted = maybe { $0.notedChange() }
    changes.begun = maybe { $0.notedChange() }
    changes.woken = maybe { $0.moment() }
    changes.unanswered = maybe { $0.below(20) }
    changes.stamps = list(3) { PathStamp(path: "/\($0.text())", text: $0.text()) }
    return changes
  }

  private mutating func notedChange() -> NotedChange {
    NotedChange(
      pathsAndKeys: list(3) { ExactString($0.text()) }, first: moment(), last: moment(),
      atMost: maybe { $0.duration() })
  }

  mutating func hold() -> DeviceOverride {
    var hold = DeviceOverride()
    hold.addKeys(list(3) { $0.deviceValue().key })
    hold.isFrozen = flag()
    hold.thaws = maybe { BootTime(nanoseconds: Int64($0.below(1_000_000_000))) }
    return hold
  }

  mutating func checkpoint() -> Checkpoint {
    var checkpoint = Checkpoint()
    checkpoint.stepsDone = below(10)
    checkpoint.data = maybe { $0.text() }
    checkpoint.share = maybe { Double($0.below(101)) / 100 }
    checkpoint.crashes = below(6)
    checkpoint.isQuarantined = flag()
    return checkpoint
  }

  mutating func killReport() -> KillReport {
    KillReport(
      processes: list(3) {
        KillReport.Process(
          pid: Int32($0.below(99_999)), parent: Int32($0.below(99_999)), command: $0.text(),
          threads: $0.list(3) {
            KillReport.Thread(
              id: Int32($0.below(99_999)), name: $0.text(), state: $0.element(of: ["R", "S", "D"]),
              waitChannel: $0.maybe { _ in "futex_wait_queue" })
          }, hasSockets: $0.flag())
      },
      isCutOff: flag(), expiration: word(), lastLines: list(20) { $0.text() })
  }
}
