import Testing

@testable import Scheduling

extension RandomizedTest {
  /// Lets everything end and settle: no run is alive, and nothing is about to change without an event.
  mutating func calmDown() {
    handle(.sleep(isComing: false))
    // A pause until the next start of the daemon would end in only one of the two schedulers.
    handle(.resume(PauseLifting(by: nil, scope: nil), nextTicket()))
    handle(.device([.thermal(.nominal)], nil))
    for request in scheduler.allRequests where request.period == nil {
      handle(.cancel(request.key, keepsRunning: true, nextTicket()))
    }
    // Requests that still wait are held permanently, by a reason that survives a restart.
    handle(.device([.storage(.full)], nil))
    for run in scheduler.runs { end(run.id, ProcessExit(exit: 0)) }
    pass(.minutes(11))
    while !scheduler.runs.isEmpty { pass(.hours(1)) }
    pass(.minutes(11))
  }

  /// Clears exactly the reasons for which `request` waits, and expects it to run. Returns `false` if there was nothing
  /// to clear.
  mutating func clearReasons(of request: Request) -> Bool {
    let device = scheduler.device
    // A user who has just returned, or a plug that was just pulled, becomes a reason in a moment.
    let isWorsening =
      device.userActive.settles != nil || !device.onBattery.value && device.onBattery.settles != nil
    guard !isWorsening, let explanation = scheduler.explain(request.key, at: now),
      explanation.state == .waiting
    else { return false }
    let reasons = explanation.reasons
    served.remove(request.sequence)
    isCalm = true
    removeRivals(of: request)
    endRuns(inTheWayOf: request, reasons)
    // In a frozen device, values that are set now stay in effect until the end.
    if machine.isFrozen { handle(.freezeDevice(for: nil, nextTicket())) }
    if reasons.contains(.sleep) { handle(.sleep(isComing: false)) }
    handle(.device(reasons.flatMap(remedy), nil))
    open(request.key, reasons)
    waitFor(request, reasons)
    waitForSteadiness(of: request)
    let wasDropped =
      request.window.atLatest == .drop && request.window.isOverdue(at: now.wall)
    if !served.contains(request.sequence) && !wasDropped {
      let now = scheduler.explain(request.key, at: now)?.reasons ?? []
      Issue.record("\(description): \(request.key) waited for \(reasons), then for \(now)")
    }
    return true
  }

  /// Other requests would compete for the freed room.
  private mutating func removeRivals(of request: Request) {
    for other in scheduler.allRequests where other.sequence != request.sequence {
      handle(.cancel(other.key, keepsRunning: true, nextTicket()))
    }
  }

  private mutating func endRuns(inTheWayOf request: Request, _ reasons: [Reason]) {
    let settings = scheduler.settings
    for run in scheduler.runs {
      let isSame = run.key == request.key && reasons.contains(.running)
      let isCrowd =
        settings.rules(of: run.kind).concurrencyClass
        == settings.rules(of: request.terms.kind).concurrencyClass
        && reasons.contains(.concurrencyLimit)
      let isGroup = groups[run.id] == request.terms.group && reasons.contains(.group)
      // A failure would hold the request that was submitted during the run.
      if isSame || isCrowd || isGroup { end(run.id, unexplained) }
    }
  }

  /// The end of a run for which the command is not responsible.
  private var unexplained: ProcessExit {
    var finish = ProcessExit(signal: 9)
    finish.isUnexplained = true
    return finish
  }

  private func remedy(_ reason: Reason) -> [DeviceValue] {
    switch reason {
    case .power, .price: [.power(.ac)]
    case .battery: [.battery(100)]
    case .lowPower: [.lowPower(false)]
    case .thermal: [.thermal(.nominal)]
    case .userActive: [.idle(true)]
    case .screen: [.screen(isOn: false)]
    case .network: [.network(.wifi), .metered(false)]
    case .metered: [.metered(false)]
    case .load: [.load(0)]
    case .memory: [.memory(.normal)]
    case .storage: [.storage(.ok)]
    case .locked: [.locked(false)]
    case .networkName: [.networkNames(["home"])]
    case .path: SeededGenerator.paths.map { .path($0, isThere: true) }
    case .earliest, .backoff, .quarantined, .paused, .quiet, .running, .concurrencyLimit, .group,
      .bootDelay:
      []
    case .sleep, .condition, .unchanged, .dependency: []
    case .betterMoment, .unstableConditions: []
    case .switchedOff: [.backgroundRefresh(true)]
    case .forceQuit, .spacing, .rateLimit, .quota, .neverOpened, .appUnused, .notAllowed: []
    case .unreliable: []
    }
  }

  private mutating func open(_ key: RequestKey, _ reasons: [Reason]) {
    if reasons.contains(.paused) {
      handle(.resume(PauseLifting(by: nil, scope: nil), nextTicket()))
    }
    if reasons.contains(.quarantined) { handle(.unquarantine(key, nextTicket())) }
    guard let app = key.app.map({ AppKey(owner: key.owner, id: $0) }) else { return }
    if reasons.contains(.switchedOff) {
      handle(.app(app, .refreshSwitched(on: true), nextTicket()))
    }
    if reasons.contains(.forceQuit) { handle(.app(app, .opened, nextTicket())) }
    if reasons.contains(.quota) || reasons.contains(.unreliable) {
      handle(.app(app, .quotaReset, nextTicket()))
    }
    if reasons.contains(.notAllowed) {
      handle(.app(app, .consented(.observe, isGiven: true), nextTicket()))
    }
    if reasons.contains(.neverOpened) || reasons.contains(.appUnused) {
      handle(.app(app, .tierSet(nil), nextTicket()))
      handle(.app(app, .opened, nextTicket()))
      handle(.app(app, .closed, nextTicket()))
    }
  }

  /// Conditions that were restored must last for a while before they are in effect. While they are not met, that is no
  /// reason.
  private mutating func waitForSteadiness(of request: Request) {
    guard !served.contains(request.sequence),
      scheduler.explain(request.key, at: now)?.reasons == [.unstableConditions]
    else { return }
    pass(.hours(6))
  }

  /// Lets exactly the time pass that the reasons need to end.
  private mutating func waitFor(_ request: Request, _ reasons: [Reason]) {
    var delay = Duration.zero
    for reason in reasons {
      switch reason {
      case .earliest: delay = max(delay, request.window.opens - now.wall)
      case .backoff: delay = max(delay, (request.progress.backoffUntil ?? now.awake) - now.awake)
      case .bootDelay: delay = max(delay, .seconds(300) - (now.boot - BootTime(nanoseconds: 0)))
      case .power, .price: delay = max(delay, .minutes(1))
      case .thermal: delay = max(delay, .minutes(10))
      case .spacing: delay = max(delay, .minutes(15))
      case .rateLimit: delay = max(delay, .minutes(1))
      case .condition: delay = max(delay, .minutes(5) + .seconds(30))
      default: break
      }
    }
    pass(delay)
    // The machine is polled before a start, and may not answer the poll. A condition check in between causes another
    // poll.
    if machine.isRead || request.terms.needs.condition != nil { pass(.seconds(10)) }
  }
}
