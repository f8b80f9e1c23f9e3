import Testing

@testable import Scheduling

/// Properties that must hold after every event.
extension RandomizedTest {
  func check(_ effects: [Effect]) {
    checkLaunches(effects)
    checkRemovals(effects)
    checkDeadlines()
    checkState()
    checkDevice()
  }

  /// The device has the expected values, from any source of them.
  private func checkDevice() {
    let (known, expected) = (scheduler.device.raw, machine.expected)
    expect(
      known == expected,
      "the device is \(known.changes(since: expected).map(\.assignment)) and not"
        + " \(expected.changes(since: known).map(\.assignment))")
  }

  private func expect(
    _ condition: Bool, _ what: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if !condition {
      Issue.record("\(description): \(what())", sourceLocation: sourceLocation)
    }
  }

  private func checkLaunches(_ effects: [Effect]) {
    for case .afterCommit(.launch(let run, _)) in effects {
      let request = snapshot.requests.first { $0.sequence == run.sequence }
      // The run of a cancelled request may continue.
      guard let done = request?.progress.checkpoint.stepsDone else { continue }
      expect(run.step == done, "\(run.key) continues with step \(run.step) after \(done)")
    }
    for case .afterCommit(.announce(.started(let run))) in effects where !run.isForced {
      guard let request = snapshot.requests.first(where: { $0.sequence == run.sequence }) else {
        expect(false, "\(run.key) was launched for no request")
        continue
      }
      // `RandomizedQuotaTests` checks the limits of the app, of which the launch itself has used a part.
      let evaluation = scheduler.context.evaluation(
        of: Shared(request), at: now, forPeople: true)
      let verdicts = evaluation.rows.map(\.verdict)
        .filter { ![.spacing, .rateLimit, .quota].contains($0.reason) }
      let decision = Combination(verdicts).decision
      expect(decision.permits, "\(run.key) was launched under \(decision)")
      let holds = request.holds(scheduler.context.checks[request], at: now)
      expect(holds.isEmpty, "\(run.key) was launched too early")
      let bar =
        decision == .canProceed
        ? evaluation.forecast.flatMap { $0.thresholds.uncachedHold(of: $0.terms) }?.reason : nil
      expect(bar == nil, "\(run.key) was launched though \(bar?.rawValue ?? "")")
      // An app in the foreground gets its push also when the machine is about to sleep, since no process is started.
      let isHandedOver = decision == .absolutelyMustProceed && machine.isGoingToSleep
      let obstacle = isAsked || isHandedOver ? nil : machine.forbidsStarts(at: now)
      expect(obstacle == nil, "\(run.key) was launched though \(obstacle ?? "")")
      expect(
        request.terms.needs.condition == nil || conditions.holds(run.sequence, at: now),
        "\(run.key) was launched though its condition was not tried")
      checkRoom(for: run, request)
    }
  }

  private func checkRoom(for run: Run, _ request: Request) {
    let settings = scheduler.settings
    let kinds = settings.rules(of: run.kind).concurrencyClass
    // Run ids rise. Runs with a higher id were launched later and do not count.
    let earlier = scheduler.runs.filter { $0.id < run.id }
    let beside = earlier.filter { settings.rules(of: $0.kind).concurrencyClass == kinds }
    let slots = settings.runsAtOnce(in: kinds)
    let isDue = request.window.atLatest == .run && request.window.isOverdue(at: now.wall)
    let beyond = beside.dropFirst(slots).filter { !$0.isForced }
    let mayBeBeyond =
      isDue && beyond.count < slots && !beyond.contains { $0.key.owner == run.key.owner }
    expect(beside.count < slots || mayBeBeyond, "\(beside.count) runs next to \(run.key)")
    guard let group = request.terms.group else { return }
    let crowd = earlier.filter { groups[$0.id] == group && $0.key.owner == run.key.owner }
    let width = scheduler.concurrency.width(
      of: GroupKey(owner: run.key.owner, name: group), settings)
    expect(crowd.count < width, "\(run.key) was launched into group \(group)")
  }

  /// Every removed request has a completed run, or a recorded reason.
  private func checkRemovals(_ effects: [Effect]) {
    for case .change(.removeRequest(let key)) in effects where !forgotten.contains(key) {
      let isExplained = effects.contains { effect in
        switch effect {
        case .afterCommit(.announce(.removed(key, _))): true
        case .afterCommit(.announce(.ended(let run, let ending))):
          run.key == key && ending.exit == 0
        default: false
        }
      }
      expect(isExplained, "\(key) vanished")
    }
  }

  /// No command continues after its budget without a warning, or after its grace without a kill.
  private func checkDeadlines() {
    let trials = conditions.trials.filter { !$0.isKilled }
    expect(trials.count <= 5, "\(trials.count) conditions are tried at the same time")
    for trial in trials {
      expect(
        now.awake < trial.check.started.awake + .seconds(30),
        "the condition of \(trial.check.key) takes too long")
    }
    for process in processes where !process.isKilled && process.frozen == nil {
      if let warned = process.warned {
        expect(now.awake < warned + process.run.grace, "run \(process.run.id) outlived its grace")
      } else {
        let budget = process.run.budget
        expect(
          now.awake < process.run.started.awake + budget + process.run.frozenFor,
          "run \(process.run.id) outlived its budget")
        expect(
          process.hasBegun || now.awake < process.run.stepStarted + .seconds(10),
          "run \(process.run.id) did not begin in time")
      }
    }
  }

  private func checkState() {
    let keys = scheduler.runs.map(\.key)
    expect(Set(keys).count == keys.count, "two live runs of one key")
    // The search for the near one first, since the complete search would be remembered.
    let horizon = now.wall + .minutes(15)
    let near = scheduler.nextDeadlines(until: horizon).wall
    let wake = scheduler.nextDeadlines()
    if let near, near > horizon {
      expect(wake.wall.map { near <= $0 } ?? false, "a deadline after the exact one")
    } else {
      expect(near == wake.wall, "another deadline before the horizon")
    }
    expect(wake.wall.map { $0 > now.wall } ?? true, "wants to be asked in the past (wall)")
    expect(wake.boot.map { $0 > now.boot } ?? true, "wants to be asked in the past (boot)")
    expect(wake.awake.map { $0 > now.awake } ?? true, "wants to be asked in the past (awake)")
  }

  /// The store has the same state as the scheduler.
  func checkSnapshot() {
    let requests = (scheduler.allRequests + scheduler.failedRequests)
      .sorted { $0.sequence < $1.sequence }
    expect(snapshot.requests.sorted { $0.sequence < $1.sequence } == requests, "requests differ")
    expect(snapshot.liveRuns.sorted { $0.id < $1.id } == scheduler.runs, "runs differ")
    let executed = Set(scheduler.runs.map(\.sequence)).subtracting(requests.map(\.sequence))
    expect(Set(snapshot.executed.map(\.sequence)) == executed, "what runs execute differs")
    expect(snapshot.lastRuns == scheduler.context.runs.lastRuns.all, "what runs left differs")
    expect(snapshot.apps.sorted { $0.key < $1.key } == scheduler.allApps, "apps differ")
    expect(snapshot.zoneSeconds == scheduler.zoneSeconds, "the zone differs")
    // For a machine that is read, the store keeps only overridden values.
    let isHeld = { [hold = snapshot.overrides, machine] in !machine.isRead || hold.covers($0) }
    let differences = scheduler.device.raw.changes(since: snapshot.device).map(\.key)
    expect(!differences.contains(where: isHeld), "the device differs in \(differences)")
    expect(snapshot.nextRun == scheduler.context.runs.active.nextID, "the next run differs")
    expect(snapshot.nextSequence == scheduler.requests.nextSequence, "the next sequence differs")
  }

  /// Every waiting request has a reason. A request without a reason runs.
  func checkReasons() {
    let requests = scheduler.allRequests
    for (request, waiting) in zip(requests, scheduler.waits(of: requests.map(\.key), at: now)) {
      guard let explanation = scheduler.explain(request.key, at: now) else {
        expect(false, "\(request.key) has no explanation")
        continue
      }
      let reasons = waiting?.reasons
      expect(
        reasons == (explanation.state == .waiting ? explanation.reasons : nil),
        "\(request.key) waits for \(reasons ?? []), and is said to wait for \(explanation.reasons)")
      let outline = scheduler.outline(of: request.key, at: now)
      expect(
        outline?.reasons == explanation.reasons && outline?.next == explanation.next
          && outline?.state == explanation.state,
        "\(request.key) waits for \(explanation.reasons), and is listed with"
          + " \(outline?.reasons ?? []) until \(outline?.next.map(UniversalTime.text) ?? "-")")
      // A request that waits for a poll starts in a moment.
      if explanation.reasons.isEmpty && machine.awaitsLook(at: now) { continue }
      expect(
        explanation.state == .running || !explanation.reasons.isEmpty,
        "\(request.key) waits without a reason")
      expect(
        explanation.next.map { $0 > now.wall } ?? true || explanation.state == .running,
        "\(request.key) may run at \(explanation.next.map(UniversalTime.text) ?? ""), and does not")
    }
  }
}
