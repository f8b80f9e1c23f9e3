import Scheduling

/// How a simulated device warms and cools. Temperatures are in degrees Celsius of the case.
package struct HeatModel: Hashable, Sendable {
  /// What the device is warmer than what is around it, with the screen on and while it charges.
  package var screen = 4.0
  package var charging = 5.0
  /// How fast it gets to what its surroundings and its use make of it, degrees a minute.
  package var warming = 0.5
  package var cooling = 0.5
  /// From these on it is warm, hot and too hot.
  package var fair = 36.0
  package var serious = 41.0
  package var critical = 46.0
  /// How far below each it must get to be better again.
  package var hysteresis = 2.0

  package init() {}

  /// Where `state` begins; nominal begins nowhere.
  func threshold(_ state: ThermalState) -> Double? {
    switch state {
    case .nominal: nil
    case .fair: fair
    case .serious: serious
    case .critical: critical
    }
  }
}
