import Scheduling
import Testing

@testable import Devices

@Suite struct PowerReadingTests {
  private let tree = WrittenTree()

  private func supply(_ name: String, _ files: [String: String]) {
    for (file, text) in files {
      tree.write(text, to: "\(PowerSupply.directory)/\(name)/\(file)")
    }
  }

  private func battery(_ name: String, _ status: String, capacity: Int = 50) {
    supply(name, ["type": "Battery", "status": status, "capacity": "\(capacity)"])
  }

  private var reading: PowerReading { PowerReading(tree.kernel) }

  @Test func knowsNothingWithoutSupplies() {
    #expect(reading.values == [])
  }

  @Test func isOnMainsWhereASupplyIsOnline() {
    supply("AC", ["type": "Mains", "online": "1"])
    battery("BAT0", "Charging", capacity: 63)
    #expect(reading.values == [.power(.ac), .battery(63)])
  }

  @Test func isOnMainsWhereAPortWithAChosenVoltageIsOnline() {
    supply("ucsi", ["type": "USB", "online": "2"])
    battery("BAT0", "Discharging")
    #expect(reading.power == .ac)
  }

  @Test func isOnBatteryWhereTheSupplyIsOfflineAndABatteryDischarges() {
    supply("AC", ["type": "Mains", "online": "0"])
    battery("BAT0", "Discharging", capacity: 41)
    #expect(reading.values == [.power(.battery), .battery(41)])
  }

  // G05.
  @Test func aDesktopWithAnOfflineUSBSupplyIsOnMains() {
    supply("ucsi-source-psy-USBC000:001", ["type": "USB", "online": "0"])
    #expect(reading.values == [.power(.ac)])
  }

  // G24.
  @Test(arguments: [
    ("Discharging", Power.battery), ("Charging", .ac), ("Full", .ac), ("Idle", .ac),
    ("Unknown", .ac), ("Not charging", .ac),
  ])
  func oneBatteryTellsByItsState(status: String, power: Power) {
    battery("BAT0", status)
    #expect(reading.power == power)
  }

  // G25.
  @Test(arguments: ["Charging", "Full", "Idle", "Unknown"], [true, false])
  func oneOfTwoBatteriesThatDischargesIsNoProof(other: String, isFirst: Bool) {
    battery(isFirst ? "BAT0" : "BAT1", "Discharging")
    battery(isFirst ? "BAT1" : "BAT0", other)
    #expect(reading.power == .ac)
  }

  @Test(arguments: ["Full", "Unknown", "Not charging", "Discharging"])
  func withAnOfflineSupplyOneOfTwoBatteriesIsProof(other: String) {
    supply("AC", ["type": "Mains", "online": "0"])
    battery("BAT0", other)
    battery("BAT1", "Discharging")
    #expect(reading.power == .battery)
  }

  // G26.
  @Test func aBatteryThatCannotBeReadIsNotOnBattery() {
    supply("AC", ["type": "Mains", "online": "0"])
    supply("BAT0", ["type": "Battery"])
    #expect(reading.values == [.power(.ac)])
  }

  @Test func isOnMainsAtAChargeLimit() {
    supply("AC", ["type": "Mains", "online": "1"])
    supply(
      "BAT0",
      [
        "type": "Battery", "status": "Not charging", "capacity": "80",
        "charge_control_end_threshold": "80",
      ])
    #expect(reading.values == [.power(.ac), .battery(80)])
  }

  @Test func aUPSThatDischargesIsABattery() {
    supply("ups", ["type": "UPS", "status": "Discharging", "capacity": "97"])
    #expect(reading.values == [.power(.battery), .battery(97)])
  }

  @Test func theBatteriesOfMiceAreNoneOfTheMachine() {
    supply(
      "hidpp_battery_0",
      ["type": "Battery", "scope": "Device", "status": "Discharging", "capacity": "5"])
    #expect(reading.values == [])
    supply("AC", ["type": "Mains", "online": "0"])
    #expect(reading.values == [.power(.ac)])
  }

  @Test func anEmptyBayIsNoBattery() {
    supply("AC", ["type": "Mains", "online": "0"])
    supply("BAT1", ["type": "Battery", "present": "0", "status": "Discharging", "capacity": "3"])
    #expect(reading.values == [.power(.ac)])
  }

  @Test func aPortThatGivesPowerIsNoMains() {
    let port = "\(PowerSupply.directory)/ucsi/device/typec/port0/power_role"
    supply("ucsi", ["type": "USB", "online": "1"])
    battery("BAT0", "Discharging")
    tree.write("[source] sink", to: port)
    #expect(reading.power == .battery)
    tree.write("source [sink]", to: port)
    #expect(reading.power == .ac)
  }

  @Test func batteriesAreSummedByEnergy() {
    supply(
      "BAT0",
      [
        "type": "Battery", "status": "Discharging", "capacity": "10", "energy_now": "2000000",
        "energy_full": "20000000",
      ])
    supply(
      "BAT1",
      [
        "type": "Battery", "status": "Discharging", "capacity": "100", "energy_now": "60000000",
        "energy_full": "60000000",
      ])
    #expect(reading.battery == 78)
  }

  @Test func batteriesAreSummedByChargeWhereOneDoesNotTellItsEnergy() {
    for (name, now) in [("BAT0", "1000000"), ("BAT1", "4000000")] {
      supply(
        name,
        ["type": "Battery", "status": "Full", "charge_now": now, "charge_full": "4000000"])
    }
    supply("BAT0", ["energy_now": "1", "energy_full": "100"])
    #expect(reading.battery == 63)
  }

  @Test func batteriesAreAveragedWhereTheyOnlyTellTheirShare() {
    battery("BAT0", "Full", capacity: 100)
    battery("BAT1", "Full", capacity: 51)
    #expect(reading.battery == 76)
  }

  @Test func nonsenseOfADriverIsNoShare() {
    supply("BAT0", ["type": "Battery", "status": "Unknown", "capacity": "255"])
    #expect(reading.values == [.power(.ac)])
  }
}

@Suite struct PlatformProfileTests {
  @Test(arguments: [
    ("low-power", "low-power balanced performance", true),
    ("balanced", "low-power balanced performance", false),
    ("quiet", "quiet balanced performance", true),
    ("quiet", "low-power quiet balanced performance", false),
    ("custom", "low-power balanced custom", false),
  ])
  func knowsTheFirmwaresPowerSaver(profile: String, choices: String, isLowPower: Bool) {
    let tree = WrittenTree([
      PlatformProfile.path: profile, "\(PlatformProfile.path)_choices": choices,
    ])
    #expect(PlatformProfile.isLowPower(tree.kernel) == isLowPower)
  }

  @Test func knowsNothingWithoutProfiles() {
    #expect(PlatformProfile.isLowPower(WrittenTree().kernel) == nil)
  }
}
