import Scheduling

/// A field of the device with its value.
public struct DeviceField: Hashable, Sendable {
  /// How warm the device is, with Foundation's names.
  public enum Heat: String, Sendable {
    case nominal, fair, serious, critical
  }

  /// What the device is connected to.
  public enum Network: String, Sendable {
    case none, wifi, cellular, ethernet
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

  public static func lowPowerMode(_ isOn: Bool) -> DeviceField { DeviceField(.lowPower(isOn)) }

  public static func heat(_ heat: Heat) -> DeviceField {
    DeviceField(.thermal(ThermalState(rawValue: heat.rawValue)))
  }

  /// Whether its user is at the device, with the screen lit.
  public static func inUse(_ isInUse: Bool) -> DeviceField {
    DeviceField(.screen(isOn: isInUse), .idle(!isInUse))
  }
}
