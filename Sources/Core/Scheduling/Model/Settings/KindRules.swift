/// The gates of one kind and the bounds of its runs.
package struct KindRules: Hashable, Sendable {
  /// The rule for low-power mode.
  package enum LowPower: Hashable, Sendable {
    case never
    /// Only plugged in, with at least this battery percentage.
    case pluggedIn(from: Int)
    /// Always if plugged in; on battery after this share of the window has passed, or of the interval if there is no
    /// latest date.
    case onBattery(after: Double)
    case always
  }

  /// The effect of a user at the device.
  package enum UserActivity: Hashable, Sendable {
    case scored
    case holds
  }

  /// The effect on a run when one of the kind's own gates closes.
  package enum ClosingGate: Hashable, Sendable {
    /// Expiration with that reason, grace, kill.
    case expires
    /// The run is asked to defer; only its budget limits it.
    case asksToDefer
    /// Only a lost requirement of the submitter, or an absolute veto, ends it.
    case ignored
  }

  /// A class of kinds that share one limit of simultaneous runs.
  package enum ConcurrencyClass: Int, CaseIterable, Hashable, Codable, Sendable {
    case app, processing, maintenance, utility, userInitiated
  }

  package var priority: Int
  package var budget: Duration
  /// The budget on battery at the battery floor; it rises with the level. A warm device halves the part above it. `nil`
  /// if the budget does not follow the device.
  package var shortestBudget: Duration?
  /// The longest budget that a request can have; `nil` if it depends on the user (`longestBudget(of:owner:)`).
  package var longestBudget: Duration?
  /// The longest budget of a run that starts on battery.
  package var longestBudgetOnBattery: Duration
  package var grace: Duration
  /// The time limit of a step without one of its own; `nil` if only the budget limits it.
  package var stepLimit: Duration?
  /// The battery percentage below which the kind is held; `nil` if there is none.
  package var batteryFloor: Int?
  package var floorHoldsPluggedIn: Bool
  /// The percentage up to which the battery scores 0. Published lines show 10 at the weights of two kinds with
  /// different floors, so it does not depend on the floor.
  package var batteryScoreBase = 10
  package var lowPower: LowPower
  /// The hottest state in which a run can start.
  package var thermalCeiling: ThermalState
  package var userActivity: UserActivity
  package var runsOnBattery: Bool
  /// The load in percent above which the kind is held; `nil` if there is no limit.
  package var highestLoad: Int?
  package var closingGate: ClosingGate
  package var concurrencyClass: ConcurrencyClass
  /// Whether the kind is held just after a boot.
  package var waitsAfterBoot: Bool
  /// Whether the kind waits for the best moments of its window, after the device's habits are known.
  package var awaitsBestMoment: Bool
  /// Whether a run of an app must be worth the price of the device's energy allowance.
  package var isPriced = false
  /// The weight of a device in use, seen in logs as 20, 10, 5 and 2.
  package var activityWeight: Double
  /// Whether the Background App Refresh switch, a force-quit, and the app's quota affect it.
  package var obeysAppSwitches: Bool
  /// The hours in which no request of the kind starts; `nil` if there are none.
  package var quiet: WeekHours?
  /// The least time between starts of one app; zero for none.
  package var spacing = Duration.zero
}

extension KindRules {
  /// The longest budget of a request if the rules have none: a day.
  package static let usersLongestBudget = Duration.days(1)
  /// The longest budget of root's requests and of userInitiated commands, and the longest that a policy file permits.
  package static let mostBudget = Duration.days(7)
}
