// The flat limits of app tasks (refresh, processing, push) come from reports of phone app developers. The two tiers of
// system work (maintenance, utility) come from Apple's public header `xpc/activity.h`.
extension KindRules {
  static let refresh: KindRules = {
    var rules = launched
    rules.isPriced = true
    return rules
  }()

  /// The common rules of the kinds of app tasks.
  private static let launched = KindRules(
    priority: 10, budget: .seconds(30), longestBudget: .seconds(30),
    longestBudgetOnBattery: .seconds(30), grace: .milliseconds(500), stepLimit: .seconds(5),
    batteryFloor: 20,
    floorHoldsPluggedIn: false, lowPower: .never, thermalCeiling: .fair, userActivity: .scored,
    runsOnBattery: true, highestLoad: 50, closingGate: .expires, concurrencyClass: .app,
    waitsAfterBoot: true, awaitsBestMoment: false, activityWeight: 5, obeysAppSwitches: true,
    spacing: .minutes(15))

  static let push: KindRules = {
    var rules = launched
    rules.priority = 5
    rules.spacing = .zero
    return rules
  }()

  static let processing: KindRules = {
    var rules = launched
    rules.budget = .minutes(10)
    rules.shortestBudget = .minutes(1)
    rules.longestBudget = .days(1)
    rules.longestBudgetOnBattery = .minutes(10)
    rules.userActivity = .holds
    rules.concurrencyClass = .processing
    rules.spacing = .zero
    rules.awaitsBestMoment = true
    return rules
  }()

  static let maintenance = KindRules(
    priority: 5, budget: .minutes(30), longestBudget: nil,
    longestBudgetOnBattery: .hours(2), grace: .seconds(30), batteryFloor: 20,
    floorHoldsPluggedIn: true, lowPower: .pluggedIn(from: 30), thermalCeiling: .nominal,
    userActivity: .holds, runsOnBattery: false, highestLoad: 50, closingGate: .asksToDefer,
    concurrencyClass: .maintenance, waitsAfterBoot: true, awaitsBestMoment: true,
    activityWeight: 10,
    obeysAppSwitches: false)

  static let utility = KindRules(
    priority: 30, budget: .minutes(10), longestBudget: .days(1),
    longestBudgetOnBattery: .hours(1), grace: .seconds(10), batteryFloor: 10,
    floorHoldsPluggedIn: true, lowPower: .onBattery(after: 0.9), thermalCeiling: .fair,
    userActivity: .scored, runsOnBattery: true, highestLoad: 90, closingGate: .asksToDefer,
    concurrencyClass: .utility, waitsAfterBoot: true, awaitsBestMoment: true, activityWeight: 20,
    obeysAppSwitches: false)

  static let userInitiated = KindRules(
    priority: 50, budget: .minutes(10), longestBudget: nil,
    longestBudgetOnBattery: .hours(6), grace: .seconds(10), batteryFloor: nil,
    floorHoldsPluggedIn: false, batteryScoreBase: 0, lowPower: .always, thermalCeiling: .serious,
    userActivity: .scored, runsOnBattery: true, highestLoad: nil, closingGate: .ignored,
    concurrencyClass: .userInitiated, waitsAfterBoot: false, awaitsBestMoment: false,
    activityWeight: 2,
    obeysAppSwitches: false)
}
