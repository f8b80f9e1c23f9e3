import Testing

@testable import Devices

@Suite struct ScreenReadingTests {
  private let tree = WrittenTree()

  private func connector(_ name: String, _ status: String, enabled: String, dpms: String) {
    for (file, text) in ["status": status, "enabled": enabled, "dpms": dpms] {
      tree.write(text, to: "\(ScreenReading.directory)/\(name)/\(file)")
    }
  }

  @Test func knowsNothingWithoutAScreen() {
    #expect(ScreenReading.isOn(tree.kernel) == nil)
    connector("card0-HDMI-A-1", "disconnected", enabled: "disabled", dpms: "Off")
    tree.write("drm 1.1.0", to: "\(ScreenReading.directory)/version")
    #expect(ScreenReading.isOn(tree.kernel) == nil)
  }

  @Test(arguments: [
    ("enabled", "On", true), ("enabled", "Off", false), ("enabled", "Standby", false),
    ("disabled", "On", false),
  ])
  func goesByPowerAndPicture(enabled: String, dpms: String, isOn: Bool) {
    connector("card0-eDP-1", "connected", enabled: enabled, dpms: dpms)
    #expect(ScreenReading.isOn(tree.kernel) == isOn)
  }

  @Test func oneOfTwoScreensIsEnough() {
    connector("card0-eDP-1", "connected", enabled: "disabled", dpms: "Off")
    connector("card1-DP-2", "connected", enabled: "enabled", dpms: "On")
    #expect(ScreenReading.isOn(tree.kernel) == true)
  }

  @Test func aScreenThatIsOnlyShownElsewhereIsNone() {
    connector("card0-Virtual-1", "connected", enabled: "enabled", dpms: "On")
    connector("card1-VGA-1", "connected", enabled: "enabled", dpms: "On")
    tree.write("DRIVER=ast\nPCI_CLASS=30000", to: "\(ScreenReading.directory)/card1/device/uevent")
    #expect(ScreenReading.isOn(tree.kernel) == nil)
    connector("card2-DP-1", "connected", enabled: "disabled", dpms: "Off")
    #expect(ScreenReading.isOn(tree.kernel) == false)
  }
}
