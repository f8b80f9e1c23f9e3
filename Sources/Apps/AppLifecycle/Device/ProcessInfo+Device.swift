import BackgroundTasks
import Foundation

extension ProcessInfo {
  /// How warm a device is, with the names of Foundation's on a phone.
  public enum ThermalState: Int, Sendable {
    /// As it should be.
    case nominal
    /// A little warm: put off what can wait.
    case fair
    /// Hot: do less.
    case serious
    /// Too hot: do only what must be done.
    case critical
  }

  /// How warm the daemon takes the device to be, also where that is simulated; nominal where it is not known. Foundation
  /// has it on a phone only.
  public var thermalState: ThermalState {
    switch OwnProcess.current.device("thermal") {
    case "fair": .fair
    case "serious": .serious
    case "critical": .critical
    default: .nominal
    }
  }

  /// Whether the daemon takes the device to save power, also where that is simulated; false where it is not known.
  /// Foundation has it on a phone only.
  public var isLowPowerModeEnabled: Bool { OwnProcess.current.device("low-power") == "on" }
}
