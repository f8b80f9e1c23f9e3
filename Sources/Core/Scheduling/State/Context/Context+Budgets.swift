// What a run may use.
extension Context {
  /// What a run of `request` gets that starts now.
  /// Work that the end of an interval would cut off is not promised more than the interval is likely to hold.
  func budget(of request: Request, at now: Instant) -> Duration {
    let rules = settings.value.rules(of: request.terms.kind)
    let asked = min(budgetAsked(of: request), budgetByDevice(rules))
    guard rules.awaitsBestMoment, rules.closingGate == .expires,
      forecastModel.forecast?.isOwn == true
    else {
      return asked
    }
    let stage = WindowStage(of: request, at: now.wall, rules: rules, settings: settings.value)
    let spell = spell(for: GateProfile(of: request, stage: stage), at: now)
    // What it was started for it may use: the end of the interval is not sure.
    let least = min(asked, settings.value.forecast.assumedRun)
    return max(spell?.budget(asked: asked) ?? asked, least)
  }

  /// How much of the kind's longest budget the device bears now: less the emptier its battery, and the
  /// warmer it is. What the device does not tell takes nothing away.
  private func budgetByDevice(_ rules: KindRules) -> Duration {
    guard let shortest = rules.shortestBudget else { return rules.longestBudget }
    var share = device.raw.thermal == .fair ? settings.value.fairHeatBudgetShare : 1
    if device.view.onBattery.value, let level = device.raw.battery {
      let floor = rules.batteryFloor ?? 0
      share *= Double(max(0, min(100, level) - floor)) / Double(max(1, 100 - floor))
    }
    let spread = Double((rules.longestBudget - shortest).nanoseconds)
    // Whole seconds: nobody reads more.
    return shortest + .seconds(Int64(bounded: spread * share / 1_000_000_000))
  }

  /// The budget that was asked for, or the kind's, as far as power allows.
  func budgetAsked(of request: Request) -> Duration {
    let rules = settings.value.rules(of: request.terms.kind)
    let longest =
      device.view.onBattery.value ? rules.longestBudgetOnBattery : rules.longestBudget
    // What goes on as long as it makes progress needs no shorter end.
    let usual = request.terms.task?.continued == nil ? rules.budget : longest
    return min(request.terms.budget ?? usual, longest)
  }

  func grace(of request: Request) -> Duration {
    request.terms.grace ?? settings.value.rules(of: request.terms.kind).grace
  }

  /// How long a step may take; nil is as long as the budget lasts, and so is a command without steps.
  func stepLimit(of request: Request, _ index: Int) -> Duration? {
    guard request.terms.command.steps.indices.contains(index) else { return nil }
    return request.terms.command.steps[index].limit
      ?? settings.value.rules(of: request.terms.kind).stepLimit
  }
}
