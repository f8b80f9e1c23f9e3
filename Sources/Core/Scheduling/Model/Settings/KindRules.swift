/// The gates of one kind and the bounds of its runs.
package struct KindRules: Hashable, Sendable {
  /// When a request may run in low-power mode.
  package enum LowPower: Hashable, Sendable {
    case never
    /// Only plugged in, with at least this many percent.
    case pluggedIn(from: Int)
    /// Plugged in always; on battery once this share of the window has passed, or of the interval where
    /// there is no latest date.
    case onBattery(after: Double)
    case always
  }

  /// What a user at the device means.
  package enum UserActivity: Hashable, Sendable {
    case scored
    case holds
  }

  /// What happens to a run when one of the kind's own gates closes.
  package enum ClosingGate: Hashable, Sendable {
    /// Expiration with that reason, grace, kill.
    case expires
    /// The run is asked to defer; only its budget binds it.
    case asksToDefer
    /// Only what the submitter required, or an absolute veto, ends it.
    case ignored
  }

  /// Kinds that of one class share its number of runs at once.
  package enum ConcurrencyClass: Int, CaseIterable, Hashable, Sendable {
    case app, processing, maintenance, utility, userInitiated
  }

  package var priority: Int
  package var budget: Duration
  /// What a run gets on a warm device with an empty battery, and more the fuller and cooler it is; nil
  /// where the budget does not follow the device.
  package var shortestBudget: Duration?
  /// The longest budget that may be asked for.
  package var longestBudget: Duration
  /// The longest budget of a run that starts on battery.
  package var longestBudgetOnBattery: Duration
  package var grace: Duration
  /// How long a step of a task may take, unless it says so itself; nil is as long as the budget lasts.
  package var stepLimit: Duration?
  /// Percent; below it the kind is held. Nil is no floor.
  package var batteryFloor: Int?
  package var floorHoldsPluggedIn: Bool
  /// Percent; up to it the battery scores 0. Published lines show 10 at the weights of two kinds with
  /// different floors, so that it follows none.
  package var batteryScoreBase = 10
  package var lowPower: LowPower
  /// The highest state in which a run may start.
  package var thermalCeiling: ThermalState
  package var userActivity: UserActivity
  package var runsOnBattery: Bool
  /// Percent; above it the kind is held. Nil is no limit.
  package var highestLoad: Int?
  package var closingGate: ClosingGate
  package var concurrencyClass: ConcurrencyClass
  /// Whether the kind is held while the machine has just booted.
  package var waitsAfterBoot: Bool
  /// Whether the kind waits for the best moments of its window, once the device's habits are known.
  package var awaitsBestMoment: Bool
  /// Whether a run of an app must be worth the price of the device's energy allowance.
  package var isPriced = false
  /// Weight of the device's being in use, seen in logs as 20, 10, 5 and 2.
  package var activityWeight: Double
  /// Whether the Background App Refresh switch, a force-quit, and the app's quota concern it.
  package var obeysAppSwitches: Bool
  /// How far starts of one app lie apart; zero is no distance.
  package var spacing = Duration.zero
}
