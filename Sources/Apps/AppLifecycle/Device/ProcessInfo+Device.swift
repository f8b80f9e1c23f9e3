import BackgroundTasks
import Foundation

#if canImport(Darwin)
  // Foundation has both properties. On a Mac they report the Mac, and not the device of a bench.
#else
  extension ProcessInfo {
    /// The temperature of a device, with the names of Foundation's on a phone.
    public enum ThermalState: Int, Sendable {
      /// Normal.
      case nominal
      /// Slightly warm: postpone work that can wait.
      case fair
      /// Hot: do less work.
      case serious
      /// Too hot: do only necessary work.
      case critical
    }

    /// The device's thermal state according to the daemon, measured or simulated; nominal if it is unknown. Foundation
    /// has this property only on a phone.
    public var thermalState: ThermalState {
      switch OwnProcess.current.device("thermal") {
      case "fair": .fair
      case "serious": .serious
      case "critical": .critical
      default: .nominal
      }
    }

    /// Whether the device saves power according to the daemon, measured or simulated; false if it is unknown. Foundation
    /// has this property only on a phone.
    public var isLowPowerModeEnabled: Bool { OwnProcess.current.device("low-power") == "on" }
  }
#endif
