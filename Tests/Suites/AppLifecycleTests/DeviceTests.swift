import Testing

@testable import AppLifecycle

/// The battery as an app reads it.
@MainActor @Suite struct DeviceTests {
  @Test(
    arguments: [
      (["power": "battery", "battery": "64"], 0.64, .unplugged),
      (["power": "ac", "battery": "64"], 0.64, .charging),
      (["power": "ac", "battery": "100"], 1, .full), (["power": "ac"], -1, .full),
      ([:], -1, .unknown),
    ] as [([String: String], Float, UIDevice.BatteryState)])
  func theBatteryIsThatOfTheDaemon(
    fields: [String: String], level: Float, state: UIDevice.BatteryState
  ) {
    let device = UIDevice { fields[$0] }
    #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
    device.isBatteryMonitoringEnabled = true
    #expect(device.batteryLevel == level && device.batteryState == state)
  }
}
