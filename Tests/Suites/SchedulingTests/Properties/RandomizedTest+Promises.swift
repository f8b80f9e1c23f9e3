import Testing

@testable import Scheduling

/// The reasons that can hold a request after its latest date, written a second time from the user documentation
/// (docs/decision.md).
extension RandomizedTest {
  /// Checks that every overdue request runs, or is held by a documented reason. Returns the number of checked requests.
  @discardableResult
  func checkPromises() -> Int {
    var looked = 0
    for request in scheduler.allRequests
    where request.window.isOverdue(at: now.wall) && scheduler.run(of: request.key) == nil {
      looked += 1
      let isHeld: Bool
      switch request.window.atLatest {
      case .run: isHeld = isHeldAlways(request) || misses(request)
      case .relax: isHeld = isHeldAlways(request) || isHeldThoughRelaxed(request)
      case .drop: isHeld = false
      }
      if !isHeld {
        let told = scheduler.explain(request.key, at: now)?.reasons ?? []
        Issue.record(
          "\(description): \(request.key) is overdue and nothing holds it; its reasons are \(told)")
      }
    }
    return looked
  }

  /// Whether a delay after a failure, a pause, missing room, an absolute veto, a pending poll, or its condition holds
  /// the request.
  private func isHeldAlways(_ request: Request) -> Bool {
    let isDelayed = request.progress.backoffUntil.map { now.awake < $0 } ?? false
    let isAwaited =
      machine.awaitsLook(at: now)
      || request.holds(scheduler.context.checks[request], at: now).contains(.condition)
    return isDelayed || isAwaited || isPaused(request) || hasNoRoom(for: request)
      || isVetoed(request)
  }

  private func isPaused(_ request: Request) -> Bool {
    let (key, kind) = (request.key, request.terms.kind)
    return scheduler.pauses.map(\.scope).contains { scope in
      [nil, key.owner].contains(scope.owner) && [nil, key.app].contains(scope.app)
        && Set(scope.kinds).isSubset(of: scope.kinds.contains(kind) ? Kind.allCases : [])
        && Set(scope.ids).isSubset(of: scope.ids.contains(key.id) ? scope.ids : [])
    }
  }

  private func hasNoRoom(for request: Request) -> Bool {
    let settings = scheduler.settings
    let kinds = settings.rules(of: request.terms.kind).concurrencyClass
    // A slot is kept free while a condition that was met before is checked again.
    let taken =
      scheduler.runs.map {
        Taken(key: $0.key, kind: $0.kind, group: groups[$0.id] ?? $0.group, isForced: $0.isForced)
      }
      + scheduler.context.checks.slotHolders.map {
        Taken(key: $0.key, kind: $0.kind, group: $0.group, isForced: false)
      }
    let beside = taken.filter { settings.rules(of: $0.kind).concurrencyClass == kinds }
    let isGroupBusy =
      GroupKey(of: request).map { group in
        let ofGroup = taken.count { $0.key.owner == group.owner && $0.group == group.name }
        return ofGroup >= scheduler.concurrency.width(of: group, settings)
      } ?? false
    let slots = settings.runsAtOnce(in: kinds)
    let isFull = beside.count >= slots
    guard isFull, request.window.atLatest == .run else { return isGroupBusy || isFull }
    let beyond = beside.dropFirst(slots).filter { !$0.isForced }
    return isGroupBusy || beyond.count >= slots
      || beyond.contains { $0.key.owner == request.key.owner }
  }

  /// A slot that is taken.
  private struct Taken {
    var key: RequestKey
    var kind: Kind
    var group: String?
    var isForced: Bool
  }

  /// The vetoes in bold in the table of policies.
  private func isVetoed(_ request: Request) -> Bool {
    let state = scheduler.device.raw
    let heat = (state.thermal ?? .nominal).level
    if heat >= (request.terms.kind == .userInitiated ? 3 : 2) { return true }
    if state.power == .battery, let level = state.battery, level < 5 { return true }
    if state.storage == .full || state.isLocked == true { return true }
    if machine.isGoingToSleep { return true }
    return isVetoedByApp(request)
  }

  private func isVetoedByApp(_ request: Request) -> Bool {
    guard [.refresh, .processing, .push].contains(request.terms.kind),
      let app = scheduler.context.apps.app(of: request.key)?.value
    else { return false }
    if app.isForceQuit || !app.refreshIsOn { return true }
    if scheduler.device.raw.backgroundRefresh == false { return true }
    // `RandomizedQuotaTests` and `ReliabilityTests` check the arithmetic of quotas and of records.
    let quota: [Reason] = [.spacing, .quota, .neverOpened, .appUnused, .unreliable]
    return Policies.verdicts(on: scheduler.context.candidate(Shared(request), at: now)).contains {
      $0.reason.map(quota.contains) ?? false
    }
  }

  /// Whether an unmet requirement, missing power with a low battery, or a machine that has just booted holds the
  /// request.
  private func isHeldThoughRelaxed(_ request: Request) -> Bool {
    let state = scheduler.device.raw
    let isPlugged = isPlugged(for: request)
    let wantsPower =
      request.terms.prefers.contains(.power)
      || request.terms.kind == .maintenance && !request.terms.allowsBattery
    let isJustBooted = now.boot < BootTime(seconds: 300) && request.terms.kind != .userInitiated
    // A machine that its alarm has woken works on battery only for requests that allow it.
    let isWoken = scheduler.isAwakeByAlarm && !request.terms.allowsBattery && !isPlugged
    return isJustBooted || wantsPower && !isPlugged && (state.battery ?? 100) < 40
      || isWoken || misses(request)
  }

  /// Below the battery floor, a lost plug takes effect immediately, and a connected plug only after a while.
  private func isPlugged(for request: Request) -> Bool {
    let device = scheduler.device
    let floor = scheduler.settings.rules(of: request.terms.kind).batteryFloor ?? 0
    let isLow = (device.raw.battery ?? 100) < max(floor, scheduler.settings.emptyBattery)
    return !device.onBattery.value && device.raw.power != .battery
      && !(isLow && device.onBatteryWithoutDelay.value)
  }

  /// A requirement that is not met.
  private func misses(_ request: Request) -> Bool {
    let state = scheduler.device.raw
    let isPlugged = isPlugged(for: request)
    return misses(request.terms.requires, state, isPlugged: isPlugged)
      || request.terms.needs.paths.contains { state.isThere($0) == false }
  }

  private func misses(_ requires: Conditions, _ state: DeviceState, isPlugged: Bool) -> Bool {
    let hasNetwork = state.network != Network.none
    let unmet: [(Conditions, Bool)] = [
      (.power, !isPlugged), (.network, !hasNetwork),
      (.unmetered, !hasNetwork || state.isMetered == true),
      (.knownUnmetered, !hasNetwork || state.isMetered != false),
      (.idle, scheduler.device.userActive.value), (.screenOff, state.screenIsOn == true),
      (.batteryNotLow, (state.battery ?? 100) <= 15),
      (.storageNotLow, state.storage == .low || state.storage == .full),
    ]
    return unmet.contains { requires.contains($0.0) && $0.1 }
  }
}
