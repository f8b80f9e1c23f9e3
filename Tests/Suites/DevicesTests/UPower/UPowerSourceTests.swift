import Bus
import Buses
import Scheduling
import Testing

@testable import Devices

@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct UPowerSourceTests {
  private let privateBus: PrivateBus

  init() throws {
    privateBus = try PrivateBus()
  }

  private func start() -> SourceBench {
    SourceBench(on: privateBus) { UPowerSource(on: $0) }
  }

  @Test func aMachineWithoutABatteryHasPower() throws {
    _ = try UPowerMock(on: privateBus)
    let bench = start()
    try bench.wait(for: [.power(.ac)])
  }

  @Test func theChargerThatGoesAndComesIsReported() throws {
    let upower = try UPowerMock(on: privateBus)
    let mains = try upower.addMains(isOnline: true)
    try upower.setDisplay(state: 1, percentage: 61.6)
    let bench = start()
    try bench.wait(for: [.power(.ac), .battery(62)])
    try upower.set(mains, ["Online": .bool(false)])
    try upower.set(onBattery: true)
    #expect(try bench.next() == [.power(.battery), .battery(62)])
    // The charger is reported before the batteries.
    try upower.set(mains, ["Online": .bool(true)])
    #expect(try bench.next() == [.power(.ac), .battery(62)])
  }

  @Test func theLevelOfAllBatteriesIsReported() throws {
    let upower = try UPowerMock(on: privateBus, onBattery: true)
    try upower.service.mock(
      "AddDischargingBattery", [.string("BAT0"), .string("A"), .double(20), .int64(600)])
    try upower.service.mock(
      "AddDischargingBattery", [.string("BAT1"), .string("B"), .double(80), .int64(600)])
    try upower.setDisplay(state: 2, percentage: 50)
    let bench = start()
    try bench.wait(for: [.power(.battery), .battery(50)])
    try upower.setDisplay(state: 2, percentage: 49.4)
    #expect(try bench.next() == [.power(.battery), .battery(49)])
  }

  /// One of two batteries discharges and the other waits, as on some laptops on mains after a night.
  @Test(arguments: [UInt32(4), 5, 6])
  func whatIsFullOrHeldAtALimitOnMainsHasPower(state: UInt32) throws {
    let upower = try UPowerMock(on: privateBus)
    try upower.addMains(isOnline: true)
    try upower.setDisplay(state: state, percentage: 80)
    try start().wait(for: [.power(.ac), .battery(80)])
  }

  @Test func aUPSOnBatteryIsBattery() throws {
    let upower = try UPowerMock(on: privateBus)
    let ups = try upower.addDevice("ups_0", ["Type": .uint32(3), "State": .uint32(4)])
    // The machine reports mains all the time, but the UPS supplies it.
    try upower.addMains(isOnline: true)
    try upower.setDisplay(type: 3, state: 4, percentage: 100)
    let bench = start()
    try bench.wait(for: [.power(.ac), .battery(100)])
    try upower.set(ups, ["State": .uint32(2)])
    #expect(try bench.next() == [.power(.battery), .battery(100)])
    try upower.set(ups, ["State": .uint32(1)])
    #expect(try bench.next() == [.power(.ac), .battery(100)])
  }

  @Test func devicesThatComeAndGoAreFollowed() throws {
    let upower = try UPowerMock(on: privateBus, onBattery: true)
    let bench = start()
    try bench.wait(for: [.power(.battery)])
    let mains = try upower.addMains(isOnline: true)
    #expect(try bench.next() == [.power(.ac)])
    try upower.remove(mains)
    #expect(try bench.next() == [.power(.battery)])
  }

  @Test func theBatteriesOfMiceDoNotCount() throws {
    let upower = try UPowerMock(on: privateBus)
    let mouse: [String: BusValue] = [
      "Type": .uint32(5), "State": .uint32(2), "PowerSupply": .bool(false),
      "Percentage": .double(3),
    ]
    try upower.addDevice("mouse_0", mouse)
    try upower.addDevice("ups_1", ["Type": .uint32(3), "PowerSupply": .bool(false)])
    try start().wait(for: [.power(.ac)])
  }

  @Test func aLevelThatIsNotKnownYetIsNotZero() throws {
    let upower = try UPowerMock(on: privateBus)
    try upower.setDisplay(state: 0, percentage: 0)
    let bench = start()
    try bench.wait(for: [.power(.ac)])
    try upower.setDisplay(state: 2, percentage: 0)
    #expect(try bench.next() == [.power(.ac), .battery(0)])
  }
}
