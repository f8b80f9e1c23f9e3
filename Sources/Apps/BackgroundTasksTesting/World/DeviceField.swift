import Scheduling

/// A field of the device with its value.
public struct DeviceField: Hashable, Sendable {
  /// How warm the device is, with Foundation's names.
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

  /// What the device is connected to.
  public enum Network: String, Sendable {
    /// Nothing.
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

  /// Percent, 0 to 100.
  public static func battery(_ percent: Int) -> DeviceField {
    DeviceField(.battery(min(100, max(0, percent))))
  }

  /// Whether it is plugged in.
  public static func charging(_ isCharging: Bool) -> DeviceField {
    DeviceField(.power(isCharging ? .ac : .battery))
  }

  /// Cellular networks are metered, others are not.
  public static func network(_ network: Network) -> DeviceField {
    DeviceField(
      .network(Scheduling.Network(rawValue: network.rawValue)),
      .metered(network == .none ? nil : network == .cellular))
  }

  /// Whether low-power mode is on.
  public static func lowPowerMode(_ isOn: Bool) -> DeviceField { DeviceField(.lowPower(isOn)) }

  /// How warm it is.
  public static func heat(_ heat: Heat) -> DeviceField {
    DeviceField(.thermal(ThermalState(rawValue: heat.rawValue)))
  }

  /// Whether its user is at the device, with the screen lit.
  public static func inUse(_ isInUse: Bool) -> DeviceField {
    DeviceField(.screen(isOn: isInUse), .idle(!isInUse))
  }
}
