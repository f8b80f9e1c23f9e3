import Bus
import Scheduling

/// UPower's state of power and battery (org.freedesktop.UPower, org.freedesktop.UPower.Device).
struct UPowerReading: Equatable {
  enum Supply: Equatable {
    case mains(isOnline: Bool)
    case ups(isDischarging: Bool)
  }

  /// Whether batteries feed the machine, as UPower itself concludes; `nil` if it is unknown.
  var isOnBattery: Bool?
  var supplies: [Supply] = []
  /// Percent of all batteries together, rounded; `nil` without a battery.
  var level: Int?

  /// - Parameters:
  ///   - daemon: The properties of UPower itself.
  ///   - display: The properties of the device that represents all batteries; `nil` without one.
  init(daemon: [String: BusValue], display: [String: BusValue]?, supplies: [Supply]) {
    isOnBattery = daemon["OnBattery"]?.flag
    self.supplies = supplies
    level = display.flatMap { Self.level($0) }
  }

  var values: [DeviceValue] {
    [power.map { .power($0) }, level.map { .battery($0) }].compactMap(\.self)
  }

  /// The power source; `nil` if it is unknown. A UPS that feeds the machine also looks like mains. UPower reports a
  /// new mains supply immediately, but a battery that feeds the machine only after it has read the batteries. A
  /// battery that is full, held at a limit or waiting to be charged does not feed the machine.
  private var power: Power? {
    if supplies.contains(.ups(isDischarging: true)) { return .battery }
    if supplies.contains(.mains(isOnline: true)) { return .ac }
    return isOnBattery.map { $0 ? .battery : .ac }
  }

  /// Returns the percentage of all batteries together, rounded; `nil` if there is no battery, or UPower has not read it
  /// yet.
  private static func level(_ display: [String: BusValue]) -> Int? {
    guard display["IsPresent"]?.flag == true, let percentage = display["Percentage"]?.number,
      (0...100).contains(percentage), let type = display["Type"]?.unsigned,
      [DeviceType.battery, DeviceType.ups].contains(type)
    else { return nil }
    // The values before UPower has read the battery for the first time.
    let isUnknown = percentage == 0 && display["State"]?.unsigned == State.unknown
    return isUnknown ? nil : Int(bounded: percentage.rounded())
  }
}

extension UPowerReading {
  /// `Type` of a device.
  enum DeviceType {
    static let linePower: UInt64 = 1
    static let battery: UInt64 = 2
    static let ups: UInt64 = 3
  }

  /// `State` of a device.
  enum State {
    static let unknown: UInt64 = 0
    static let discharging: UInt64 = 2
    static let empty: UInt64 = 3
  }
}

extension UPowerReading.Supply {
  /// Reads a supply from the properties of a device; `nil` if the device does not show how the machine is fed: single
  /// batteries, mice, telephones.
  init?(_ device: [String: BusValue]) {
    guard device["PowerSupply"]?.flag == true else { return nil }
    switch device["Type"]?.unsigned {
    case UPowerReading.DeviceType.linePower:
      self = .mains(isOnline: device["Online"]?.flag == true)
    case UPowerReading.DeviceType.ups:
      let state = device["State"]?.unsigned
      self = .ups(
        isDischarging: state == UPowerReading.State.discharging
          || state == UPowerReading.State.empty)
    default: return nil
    }
  }
}
