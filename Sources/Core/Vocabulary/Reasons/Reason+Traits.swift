extension Reason {
  /// The fixed properties of the reason: its texts, the event that ends it, and its effect on runs.
  package var traits: ReasonTraits { Self.table[rank] }

  /// The traits in the order of the cases.
  private static let table: [ReasonTraits] = allCases.map { reason in
    switch reason {
    case .earliest: ReasonTraits("before its window", need: "its window to open", ends: .time)
    case .backoff: ReasonTraits("waiting to retry", need: "its next retry", ends: .time)
    case .quarantined:
      ReasonTraits(
        "quarantined after five crashes", need: "`rubatoctl unquarantine`", ends: .hand)
    case .paused:
      ReasonTraits(
        "paused", need: "its pause to end", ends: .timeOrSooner, holds: .startsAndRuns)
    case .quiet:
      ReasonTraits("quiet hours", need: "the quiet hours to end", ends: .time)
    case .running: ReasonTraits("already running", need: "its previous run to end", ends: .runs)
    case .concurrencyLimit: ReasonTraits("no free slot", need: "a free slot", ends: .runs)
    case .group:
      ReasonTraits("group busy", need: "others of its group to end", ends: .runs, .relative)

    case .power:
      ReasonTraits(
        "not plugged in", need: "external power", ends: .device, holds: .startsAndRuns, .relative,
        field: "power", unmet: .power)
    case .battery:
      ReasonTraits(
        "battery too low", need: "a higher battery level", ends: .device, holds: .startsAndRuns,
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
      // Load decides if no source reports the user.
      ReasonTraits(
        "device in use", need: "an idle device", ends: .device, holds: .startsAndRuns, .relative,
        field: "idle", reads: [.user, .load], unmet: .idle)
    case .screen:
      ReasonTraits(
        "screen on", need: "the screen to turn off", ends: .device, holds: .startsAndRuns,
        .relative,
        field: "screen", reads: .screen, unmet: .screenOff)
    case .network:
      ReasonTraits(
        "no network", need: "a network", ends: .device, holds: .startsAndRuns, .relative,
        field: "network", unmet: [.network, .unmetered, .knownUnmetered])
    case .metered:
      ReasonTraits(
        "metered network", need: "an unmetered network", ends: .device, holds: .startsAndRuns,
        .relative, field: "metered", unmet: .cheap)
    case .load:
      ReasonTraits(
        "device busy", need: "a lower load", ends: .device, holds: .startsAndRuns, .relative,
        field: "load", reads: .load)
    case .memory:
      ReasonTraits(
        "low on memory", need: "free memory", ends: .device, holds: .startsAndRuns, .relative,
        field: "memory", reads: .memory)
    case .storage:
      ReasonTraits(
        "low on storage", need: "free storage", ends: .device, holds: .startsAndRuns, .byDegree,
        field: "storage", reads: .storage, unmet: .storageNotLow)
    case .locked:
      ReasonTraits(
        "data locked", need: "the data to be unlocked", ends: .device, holds: .startsAndRuns,
        .absolute,
        field: "locked")
    case .bootDelay:
      ReasonTraits(
        "just booted", need: "the delay after boot to pass", ends: .time, .relative)
    case .path:
      // Its field is the one of the request's own path.
      ReasonTraits(
        "drive or share missing", need: "its drive or share", ends: .device,
        holds: .startsAndRuns, .relative)
    case .networkName:
      ReasonTraits(
        "not on its network", need: "its network", ends: .device, holds: .startsAndRuns, .relative,
        field: "network-names")
    case .sleep:
      ReasonTraits("about to sleep", need: "the machine to wake up", ends: .device, .absolute)

    case .condition:
      ReasonTraits("condition not met", need: "its condition to succeed", ends: .timeOrSooner)
    case .unchanged:
      ReasonTraits("nothing has changed", need: "a change of a watched path or key", ends: .change)
    case .dependency:
      ReasonTraits("waiting for others", need: "other requests to end", ends: .runs)

    case .switchedOff:
      ReasonTraits(
        "Background App Refresh off", need: "Background App Refresh to be switched on", ends: .app,
        holds: .startsAndRuns, .absolute, field: "background-refresh")
    case .forceQuit:
      ReasonTraits(
        "app force-quit", need: "its app to be opened", ends: .app, holds: .startsAndRuns,
        .absolute)
    case .spacing:
      ReasonTraits(
        "app ran recently", need: "the minimum time between runs", ends: .timeOrSooner,
        .absolute)
    case .rateLimit:
      ReasonTraits(
        "too many runs of the app", need: "fewer runs of its app", ends: .timeOrMains, .relative)
    case .quota:
      ReasonTraits(
        "quota used up", need: "its app's quota to recover", ends: .timeOrMains, .absolute)
    case .neverOpened:
      ReasonTraits("app never opened", need: "its app to be opened", ends: .app, .absolute)
    case .appUnused:
      ReasonTraits("app not used", need: "its app to be opened", ends: .app, .absolute)
    case .notAllowed:
      ReasonTraits(
        "not allowed to observe", need: "its user's consent to observe", ends: .app,
        holds: .startsAndRuns, .absolute)
    case .unreliable:
      ReasonTraits(
        "app killed too often", need: "the block on its app to end", ends: .timeOrSooner,
        .absolute)

    case .betterMoment:
      ReasonTraits("better moment expected", need: "a better moment", ends: .timeOrSooner)
    case .unstableConditions:
      ReasonTraits("unstable conditions", need: "stable conditions", ends: .timeOrSooner)
    case .price:
      ReasonTraits(
        "not worth its energy yet", need: "a higher expected use", ends: .timeOrSooner,
        .relative)
    }
  }
}
