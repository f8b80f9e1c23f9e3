import Scheduling

/// The rates at which a simulated device warms and cools. Temperatures are those of the case, in degrees Celsius.
package struct HeatModel: Hashable, Sendable {
  /// The rise above the ambient temperature with the screen on, and while it charges.
  package var screen = 4.0
  package var charging = 5.0
  /// The rate at which it approaches the temperature of its surroundings and use, degrees a minute.
  package var warming = 0.5
  package var cooling = 0.5
  /// The temperatures from which it is warm, hot and too hot.
  package var fair = 36.0
  package var serious = 41.0
  package var critical = 46.0
  /// The distance below a threshold at which its state ends.
  package var hysteresis = 2.0

  package init() {}

  /// Returns the temperature at which `state` begins; `nil` for nominal.
  func threshold(_ state: ThermalState) -> Double? {
    switch state {
    case .nominal: nil
    case .fair: fair
    case .serious: serious
    case .critical: critical
    }
  }
}
