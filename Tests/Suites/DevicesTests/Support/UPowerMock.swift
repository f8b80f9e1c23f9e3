import Bus
import Buses

/// UPower, as python-dbusmock simulates it.
struct UPowerMock {
  let service: MockService

  static let path = "/org/freedesktop/UPower"
  private static let interface = "org.freedesktop.UPower"
  private static let deviceInterface = "org.freedesktop.UPower.Device"

  init(on bus: PrivateBus, onBattery: Bool = false) throws {
    service = try MockService(
      template: "upower", name: "org.freedesktop.UPower", path: Self.path,
      parameters: "{\"OnBattery\": \(onBattery)}", on: bus)
  }

  func set(onBattery: Bool) throws {
    try service.set(["OnBattery": .bool(onBattery)], interface: Self.interface)
  }

  /// Sets the device that represents all batteries.
  ///
  /// - Parameters:
  /// - type: 2 for batteries, 3 for a UPS.
  /// - state: 1 charging, 2 discharging, 4 full, 5 held.
  func setDisplay(type: UInt32 = 2, state: UInt32, percentage: Double, isPresent: Bool = true)
    throws
  {
    try service.set(
      [
        "Type": .uint32(type), "State": .uint32(state), "Percentage": .double(percentage),
        "IsPresent": .bool(isPresent),
      ],
      path: Self.path + "/devices/DisplayDevice", interface: Self.deviceInterface)
  }

  /// - Returns: The path of the device.
  @discardableResult
  func addMains(isOnline: Bool) throws -> String {
    try addDevice("line_power_AC", ["Type": .uint32(1), "Online": .bool(isOnline)])
  }

  @discardableResult
  func addDevice(_ name: String, _ properties: [String: BusValue]) throws -> String {
    let path = Self.path + "/devices/" + name
    try service.addObject(
      path, interface: Self.deviceInterface,
      properties.merging(["PowerSupply": .bool(true)]) { own, _ in own })
    try service.emit("DeviceAdded", [.path(path)], interface: Self.interface)
    return path
  }

  func set(_ device: String, _ properties: [String: BusValue]) throws {
    try service.set(properties, path: device, interface: Self.deviceInterface)
  }

  func remove(_ device: String) throws {
    try service.mock("RemoveDevice", [.path(device)])
  }
}
