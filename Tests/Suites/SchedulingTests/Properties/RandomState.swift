@testable import Scheduling

/// One request at one moment, with everything that could hold it, as values: each can be changed without time passing,
/// and without effect on the others.
struct RandomState {
  /// Forced requests that run at the same time, with the reason that they cause.
  var rivals: [(reason: Reason, request: Request)] = []
  var settings = Settings()
  var device: DeviceState
  /// Whether the power has just changed, and is not steady yet.
  var powerHasJustChanged = false
  var uptime: Duration
  var app: App?
  var user = UserHabit()
  var request: Request

  static let wall = WallTime(seconds: 1_772_433_000)

  var now: Instant {
    Instant(
      wall: Self.wall, boot: BootTime(nanoseconds: uptime.nanoseconds),
      awake: AwakeTime(nanoseconds: uptime.nanoseconds))
  }

  /// Returns a scheduler in this state.
  func scheduler() -> Scheduler {
    var snapshot = Snapshot()
    snapshot.bootID = "boot"
    snapshot.apps = app.map { [$0] } ?? []
    snapshot.device = device
    if powerHasJustChanged { snapshot.device.power = device.power == .ac ? .battery : .ac }
    snapshot.nextSequence = request.sequence + 1
    snapshot.learned = [
      Learned(name: "\(Learned.userPrefix)\(request.key.owner)", bytes: user.bytes)
    ]
    var (scheduler, _) = Scheduler.load(snapshot, settings: settings, at: now, bootID: "boot")
    if powerHasJustChanged {
      _ = scheduler.handle(.device([.power(device.power)], nil), at: now)
    }
    for (_, rival) in rivals {
      scheduler.put(rival)
      _ = scheduler.handle(.runNow(rival.key, .forceReally, 1), at: now)
    }
    scheduler.put(request)
    _ = scheduler.handle(.time, at: now)
    return scheduler
  }

  /// Returns the reasons why the request waits; `nil` if it runs.
  func reasons() -> [Reason]? {
    let scheduler = scheduler()
    guard scheduler.run(of: request.key)?.sequence != request.sequence else { return nil }
    return scheduler.explain(request.key, at: now)?.reasons ?? []
  }
}

// Changes that clear a reason, and nothing else.
extension RandomState {
  func cleared(of reasons: [Reason]) -> RandomState {
    var state = self
    for reason in reasons { state.clear(reason) }
    return state
  }

  private mutating func clear(_ reason: Reason) {
    switch reason {
    case .earliest: request.window.opens = Self.wall
    case .backoff: request.progress.backoffUntil = nil
    case .quarantined: request.progress.checkpoint.isQuarantined = false
    case .running, .concurrencyLimit, .group: rivals.removeAll { $0.reason == reason }
    case .bootDelay: uptime = .hours(1)
    case .power:
      device.power = .ac
      powerHasJustChanged = false
    case .battery: device.battery = 100
    case .lowPower: device.lowPower = false
    case .thermal: device.thermal = .nominal
    case .userActive: device.isIdle = true
    case .screen: device.screenIsOn = false
    // A network that satisfies any requirement.
    case .network: (device.network, device.isMetered) = (.wifi, false)
    case .metered: device.isMetered = false
    case .load: device.load = 0
    case .memory: device.memory = .normal
    case .storage: device.storage = .ok
    case .locked: device.isLocked = false
    case .path:
      for path in request.terms.needs.paths { device.apply(.path(path, isThere: true)) }
    case .networkName: device.networkNames = request.terms.needs.rightNetworks
    // These states have no announced sleep, pauses, condition checks, observers or predecessors.
    case .sleep, .condition, .unchanged, .dependency, .paused, .quiet: break
    case .price: settings.refresh.isPriced = false
    case .switchedOff:
      device.backgroundRefresh = nil
      app?.refreshIsOn = true
    case .forceQuit, .spacing, .rateLimit, .quota, .neverOpened, .appUnused, .notAllowed,
      .unreliable:
      app?.clear(reason, settings.quotas)
    // These states have no habits of the device: see `BestMomentTests`.
    case .betterMoment, .unstableConditions: break
    }
  }
}

extension App {
  fileprivate mutating func clear(_ reason: Reason, _ quotas: QuotaSettings) {
    switch reason {
    case .forceQuit: isForceQuit = false
    case .spacing: usage.lastSpaced = nil
    case .rateLimit: usage.rate = RateCounter()
    case .quota: usage.regular.ledger = SessionLedger()
    case .unreliable: reliability = Reliability()
    case .notAllowed: setConsent(.observe, isGiven: true)
    // Only a tier has a quota that could be used up. An exempted app has none.
    case .neverOpened, .appUnused: usage.engagement.setTier = .exempted
    default: break
    }
    usage.updateQuotaState(at: RandomState.wall, quotas)
  }
}
