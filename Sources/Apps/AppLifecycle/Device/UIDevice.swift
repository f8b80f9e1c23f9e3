import BackgroundTasks
import Foundation

/// The device, with the names of UIKit's class. Its values are those of the daemon, measured or simulated.
@preconcurrency @MainActor open class UIDevice: NSObject {
  /// The device of this process.
  public static let current = UIDevice()

  /// The states of a battery.
  public enum BatteryState: Int, Sendable {
    /// Unknown, or not monitored.
    case unknown
    /// Without external power.
    case unplugged
    /// With external power, below 100 percent.
    case charging
    /// With external power, at 100 percent.
    case full
  }

  private let read: (String) -> String?

  /// Creates a device that reads each field with `read`; `nil` means unknown.
  init(read: @escaping (String) -> String?) {
    self.read = read
    super.init()
  }

  private convenience override init() { self.init { OwnProcess.current.device($0) } }

  /// Whether the app reads the battery: without it, the level and the state are unknown, as on a phone.
  open var isBatteryMonitoringEnabled = false

  /// The level of the battery from 0 to 1; -1 if it is unknown, also on a device without a battery.
  open var batteryLevel: Float {
    guard isBatteryMonitoringEnabled, let percent = read("battery").flatMap(Float.init) else {
      return -1
    }
    return percent / 100
  }

  /// The state of the battery. A device without a battery is `full`.
  open var batteryState: BatteryState {
    guard isBatteryMonitoringEnabled else { return .unknown }
    switch read("power") {
    case "ac":
      let hasNoBattery = batteryLevel < 0
      return hasNoBattery || batteryLevel >= 1 ? .full : .charging
    case "battery": return .unplugged
    default: return .unknown
    }
  }

  /// The name of the operating system.
  open var systemName: String { "Linux" }

  /// The version of the operating system.
  open var systemVersion: String { ProcessInfo.processInfo.operatingSystemVersionString }

  /// The name of the machine.
  open var name: String { ProcessInfo.processInfo.hostName }
}
