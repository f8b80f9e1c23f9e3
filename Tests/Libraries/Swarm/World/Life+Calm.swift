import Scheduling
import Stepping

// The second phase of a life: faults have stopped, and every request that can run must run.
extension Life {
  /// The duration of the longest window, delay and interval together.
  private static let longest = Duration.days(10)
  /// The latest beginning that a seed can name, at its time of day, by a clock that was wrong by less than a day.
  private static let latestBeginning = Duration.days(2) + .hours(2)

  func calmDown() {
    settle()
    guard violation == nil else { return }
    isCalm = true
    action += 1
    (fuse, launchFailures, downFor) = (nil, 0, .zero)
    (store.fullUntil, store.failures, store.unreadable) = (nil, 0, 0)
    // A new daemon finds everything that was lost because of faults.
    if stepper != nil { loseDaemon() }
    setRight()
    commands.calm()
    apps.calm(at: now.awake)
    restart = now.boot
    happen()
    makeGood()
    calmSince = now.wall
    checkWaits()
    // A request for a date can take longer after the clock was set.
    let opens = ordered.map { $0.window.opens + .days(1) }.max()
    let end = max(now.wall + Self.longest, opens ?? now.wall)
    var chunk = Duration.minutes(1)
    while violation == nil, !store.record.requests.isEmpty, now.wall < end {
      pass(chunk)
      // A run left by a dead daemon may have had the last crash before a quarantine.
      if now.wall < calmSince + .minutes(10) { liftQuarantines() }
      changeEverything()
      chunk = min(chunk * 2, .hours(6))
      cancelWhatHasRun()
    }
    pass(.hours(1))
    if violation == nil { checkCalm() }
  }

  private func makeGood() {
    for value in Plan.goodDevice { change([value]) }
    // A setting of the user, which no machine reports.
    call { .device([.backgroundRefresh(true)], $0) }
    if plan.mix.isRead { call { .thawDevice($0) } }
    post(.sleep(isComing: false))
    call { .resume(PauseLifting(by: nil, scope: nil), $0) }
    settle()
    guard let core = stepper?.core else { return }
    for app in core.allApps {
      let events: [AppEvent] = [
        .refreshSwitched(on: true), .consented(.observe, isGiven: true),
        .consented(.notify, isGiven: true), .tierSet(nil), .opened,
        .closed, .quotaReset,
      ]
      for event in events { call { .app(app.key, event, $0) } }
    }
    liftQuarantines()
    // With ten thousand requests, a sample is enough.
    for request in ordered.filter({ $0.key.id.hasPrefix("burst") }).dropFirst(20) {
      call { .cancel(request.key, keepsRunning: true, $0) }
    }
    settle()
  }

  private func liftQuarantines() {
    for request in ordered where request.progress.checkpoint.isQuarantined {
      call { .unquarantine(request.key, $0) }
    }
  }

  private var ordered: [Request] {
    store.record.requests.values.sorted { $0.sequence < $1.sequence }
  }

  /// A repeating request that has succeeded in the calm needs no further run.
  private func cancelWhatHasRun() {
    for request in ordered where request.isStanding {
      guard let success = request.progress.lastSuccess, success >= calmSince else { continue }
      call { .cancel(request.key, keepsRunning: true, $0) }
    }
    // The next fetch is queued when the one before it begins.
    for request in ordered
    where request.terms.task?.category == .fetch && request.submitted >= calmSince {
      call { .cancel(request.key, keepsRunning: true, $0) }
    }
    settle()
  }

  /// Reports a change of every watched path and key, so that each observer can run.
  private func changeEverything() {
    for owner in Plan.owners {
      let changes = Plan.watched.map {
        ChangeReport(owner: owner, pathOrKey: $0, .bumped(atMost: nil))
      }
      call { .changed(changes, $0) }
    }
  }

  /// Checks that no request waits for longer than its interval allows, or a few days, however the clock was set. A
  /// request with a calendar date waits for that date.
  private func checkWaits() {
    for request in ordered {
      if let due = request.terms.task?.due, request.window.opens <= due { continue }
      let wait = request.window.opens - now.wall
      if wait > (request.period?.every ?? .days(1)) * 3 + Self.latestBeginning {
        fail(
          EverythingRunsInTheCalm(),
          "\(request.key.id) of user \(request.key.owner) waits for \(wait) after the clock was set"
        )
      }
    }
  }

  /// Whether quiet hours hold the request for its whole window, or a request that it follows. If its windows are at the
  /// same time each day, it never starts.
  private func isAlwaysQuiet(_ request: Request) -> Bool {
    let followsQuiet = request.terms.needs.predecessors.all.contains { id in
      let key = RequestKey(owner: request.key.owner, app: nil, id: id)
      return store.record.requests[key].map(isAlwaysQuiet) ?? false
    }
    if followsQuiet { return true }
    guard let latest = request.window.latest, !plan.mix.quiet.isEmpty else { return false }
    let minutes = Int((latest - request.window.opens).seconds / 60)
    return minutes < 24 * 60
      && (0...max(0, minutes - 1)).allSatisfy { minute in
        plan.mix.quiet.contains {
          $0.holds(
            request.terms.kind, of: request.key.owner,
            at: request.window.opens + .minutes(minute), zoneSeconds: zoneSeconds)
        }
      }
  }

  private func checkCalm() {
    let checker = EverythingRunsInTheCalm()
    if let request = ordered.first(where: { !isAlwaysQuiet($0) }) {
      let reasons = stepper?.core.explain(request.key, at: now)?.reasons.map(\.rawValue) ?? []
      fail(
        checker, "\(request.key.id) of user \(request.key.owner) still waits, for \(reasons)")
    }
    if let run = stepper?.core.runs.first { fail(checker, "run \(run.id) never ends") }
    if let command = commands.alive.first {
      fail(checker, "\(command.id) was never ended")
    }
    if let process = apps.alive.first { fail(checker, "process \(process.id ?? 0) never ends") }
    if stepper?.core.isBusy != false { fail(checker, "the daemon is busy with nothing") }
  }
}
