import Scheduling

/// A field of the device with its value.
public struct DeviceField: Hashable, Sendable {
  /// The temperature of the device, with Foundation's names.
  public enum Heat: String, Sendable {
    /// Cool.
    case nominal
    /// Warm.
    case fair
    /// Hot: most work waits.
    case serious
    /// Too hot: all work waits.
    case critical
  }

  /// The network of the device.
  public enum Network: String, Sendable {
    /// No network.
    case none
    /// Wi-Fi, not metered.
    case wifi
    /// A cellular network, metered.
    case cellular
    /// A cable, not metered.
    case ethernet
  }

  let values: [DeviceValue]

  private init(_ values: DeviceValue...) {
    self.values = values
  }

  /// Returns the field for a battery level in percent, 0 to 100.
  public static func battery(_ percent: Int) -> DeviceField {
    DeviceField(.battery(min(100, max(0, percent))))
  }

  /// Returns the field for a device that is plugged in or not.
  public static func charging(_ isCharging: Bool) -> DeviceField {
    DeviceField(.power(isCharging ? .ac : .battery))
  }

  /// Returns the field for a network. Cellular networks are metered, other networks are not.
  public static func network(_ network: Network) -> DeviceField {
    DeviceField(
      .network(Scheduling.Network(rawValue: network.rawValue)),
      .metered(network == .none ? nil : network == .cellular))
  }

  /// Returns the field for low-power mode.
  public static func lowPowerMode(_ isOn: Bool) -> DeviceField { DeviceField(.lowPower(isOn)) }

  /// Returns the field for a temperature.
  public static func heat(_ heat: Heat) -> DeviceField {
    DeviceField(.thermal(ThermalState(rawValue: heat.rawValue)))
  }

  /// Returns the field for the user's presence, with the screen on.
  public static func inUse(_ isInUse: Bool) -> DeviceField {
    DeviceField(.screen(isOn: isInUse), .idle(!isInUse))
  }
}
