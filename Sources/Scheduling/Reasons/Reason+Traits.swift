extension Reason {
  package var traits: ReasonTraits { Self.table[rank] }

  /// In the order of the cases.
  private static let table: [ReasonTraits] = allCases.map { reason in
    switch reason {
    case .earliest: ReasonTraits("too early", need: "its time", ends: .time)
    case .backoff: ReasonTraits("tries again later", need: "its next try", ends: .time)
    case .quarantined:
      ReasonTraits(
        "quarantined after five crashes", need: "`rubatoctl unquarantine`", ends: .hand)
    case .running: ReasonTraits("runs already", need: "the run before it", ends: .runs)
    case .atOnce: ReasonTraits("others run first", need: "its turn", ends: .runs)
    case .group:
      ReasonTraits("its group runs", need: "others of its group", ends: .runs, .relative)

    case .power:
      ReasonTraits(
        "not plugged in", need: "power", ends: .device, holds: .startsAndRuns, .relative,
        field: "power", unmet: .power)
    case .battery:
      ReasonTraits(
        "battery too low", need: "a fuller battery", ends: .device, holds: .startsAndRuns,
        .byDegree, field: "battery", reads: .battery, unmet: .batteryNotLow)
    case .lowPower:
      ReasonTraits(
        "low-power mode", need: "low-power mode to end", ends: .device, holds: .startsAndRuns,
        .relative, field: "low-power")
    case .thermal:
      ReasonTraits(
        "too warm", need: "the device to cool", ends: .device, holds: .startsAndRuns, .byDegree,
        field: "thermal", reads: .heat)
    case .userActive:
      // Without anybody who tells, load decides.
      ReasonTraits(
        "device in use", need: "an idle device", ends: .device, holds: .startsAndRuns, .relative,
        field: "idle", reads: [.user, .load], unmet: .idle)
    case .screen:
      ReasonTraits(
        "screen on", need: "a dark screen", ends: .device, holds: .startsAndRuns, .relative,
        field: "screen", reads: .screen, unmet: .screenOff)
    case .network:
      ReasonTraits(
        "no network", need: "a network", ends: .device, holds: .startsAndRuns, .relative,
        field: "network", unmet: [.network, .unmetered])
    case .metered:
      ReasonTraits(
        "metered network", need: "an unmetered network", ends: .device, holds: .startsAndRuns,
        .relative, field: "metered", unmet: .unmetered)
    case .load:
      ReasonTraits(
        "device busy", need: "a less busy device", ends: .device, holds: .startsAndRuns, .relative,
        field: "load", reads: .load)
    case .memory:
      ReasonTraits(
        "memory short", need: "memory", ends: .device, holds: .startsAndRuns, .relative,
        field: "memory", reads: .memory)
    case .storage:
      ReasonTraits(
        "storage short", need: "storage space", ends: .device, holds: .startsAndRuns, .byDegree,
        field: "storage", reads: .storage, unmet: .storageNotLow)
    case .locked:
      ReasonTraits(
        "data locked", need: "unlocked data", ends: .device, holds: .startsAndRuns, .absolute,
        field: "locked")
    case .herd:
      ReasonTraits(
        "just booted", need: "the machine to have settled after its boot", ends: .time, .relative)
    case .path:
      // Its field is that of the request's own path.
      ReasonTraits(
        "drive or share not there", need: "its drive or share", ends: .device,
        holds: .startsAndRuns, .relative)
    case .sleep:
      ReasonTraits("about to sleep", need: "the machine to have slept", ends: .device, .absolute)

    case .condition:
      ReasonTraits("its condition is not met yet", need: "its condition", ends: .timeOrSooner)

    case .switchedOff:
      ReasonTraits(
        "refresh switched off", need: "Background App Refresh to be switched on", ends: .app,
        holds: .startsAndRuns, .absolute, field: "background-refresh")
    case .forceQuit:
      ReasonTraits(
        "app force-quit", need: "its app to be opened", ends: .app, holds: .startsAndRuns,
        .absolute)
    case .spacing:
      ReasonTraits(
        "its app just ran", need: "a distance from the run before it", ends: .timeOrSooner,
        .absolute)
    case .rateLimit:
      ReasonTraits(
        "its app runs too often", need: "a minute's rest of its app", ends: .timeOrMains, .relative)
    case .quota:
      ReasonTraits("quota used up", need: "its app's quota", ends: .timeOrMains, .absolute)
    case .neverOpened:
      ReasonTraits("app never opened", need: "its app to be opened", ends: .app, .absolute)
    case .forgotten:
      ReasonTraits("app not used", need: "its app to be opened", ends: .app, .absolute)
    case .unreliable:
      ReasonTraits(
        "app had to be killed too often", need: "the end of its app's bar", ends: .timeOrSooner,
        .absolute)

    case .betterMoment:
      ReasonTraits("a better moment is coming", need: "a better moment", ends: .timeOrSooner)
    case .shortSpell:
      ReasonTraits("not sure to last", need: "the device to stay so", ends: .timeOrSooner)
    case .price:
      ReasonTraits(
        "not worth its energy yet", need: "a better chance of being of use", ends: .timeOrSooner,
        .relative)
    }
  }
}
