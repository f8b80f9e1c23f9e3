// Limits of a run.
extension Context {
  /// Returns the time that a run of `request` may take if it starts now. If the present interval of power or idleness
  /// is likely to end before, this is at most the likely rest of that interval.
  func budget(of request: Request, at now: Instant) -> Duration {
    let rules = settings.value.rules(of: request.terms.kind)
    let asked = budgetAsked(of: request)
    let budget = min(asked, budgetByDevice(rules, asked: asked))
    // Only a run that must end with the interval is limited by it, and only if the forecast is of this device.
    guard rules.awaitsBestMoment, rules.closingGate == .expires,
      forecastModel.forecast?.isOwn == true
    else {
      return budget
    }
    let stage = WindowStage(of: request, at: now.wall, rules: rules, settings: settings.value)
    let interval = interval(for: GateProfile(of: request, stage: stage), at: now)
    // The end of the interval is not certain: the run gets at least the time that was assumed for its start.
    let least = min(budget, settings.value.forecast.assumedRun)
    return max(interval?.budget(asked: budget) ?? budget, least)
  }

  /// Returns the longest budget that the device permits now for a kind with `rules`. It lies between the kind's
  /// shortest budget and its usual one, or the one that is `asked` for if that is longer: less for an emptier battery
  /// and for a warmer device. An unknown value reduces nothing.
  private func budgetByDevice(_ rules: KindRules, asked: Duration) -> Duration {
    let longest = max(asked, rules.budget)
    guard let shortest = rules.shortestBudget else { return longest }
    // The part of the time between the shortest and the longest budget, from 0 to 1.
    var share = device.raw.thermal == .fair ? settings.value.fairHeatBudgetShare : 1
    if device.view.onBattery.value, let level = device.raw.battery {
      // 0 at the kind's least battery level, 1 at a full battery.
      let floor = rules.batteryFloor ?? 0
      let usableLevel = Double(max(0, min(100, level) - floor))
      let fullUsableLevel = Double(max(1, 100 - floor))
      share *= usableLevel / fullUsableLevel
    }
    let spreadNanoseconds = Double((longest - shortest).nanoseconds)
    // Whole seconds: no reader needs more precision.
    return shortest + .seconds(Int64(bounded: spreadNanoseconds * share / 1_000_000_000))
  }

  /// Returns the budget that `request` names, or the usual one of its kind, at most the kind's limit for the present
  /// power source.
  func budgetAsked(of request: Request) -> Duration {
    let rules = settings.value.rules(of: request.terms.kind)
    let limit = rules.longestBudget(of: request.terms, owner: request.key.owner)
    let longest = device.view.onBattery.value ? min(limit, rules.longestBudgetOnBattery) : limit
    // A task that continues while it makes progress needs no shorter end.
    let usual = request.terms.task?.continued == nil ? rules.budget : longest
    return min(request.terms.budget ?? usual, longest)
  }

  /// Returns the grace that `request` names, or the usual one of its kind.
  func grace(of request: Request) -> Duration {
    request.terms.grace ?? settings.value.rules(of: request.terms.kind).grace
  }

  /// Returns the time limit of the step `index` of a command; `nil` if only the budget limits it, as in a command
  /// without steps.
  func stepLimit(of request: Request, _ index: Int) -> Duration? {
    guard request.terms.command.steps.indices.contains(index) else { return nil }
    return request.terms.command.steps[index].limit
      ?? settings.value.rules(of: request.terms.kind).stepLimit
  }
}
