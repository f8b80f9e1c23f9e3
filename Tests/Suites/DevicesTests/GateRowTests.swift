import Scheduling
import Testing

@testable import Devices

/// Rows of the conformance cases about power and idleness, from the data of the kernel and logind to the decision.
/// SchedulingTests tests the part from the device's state to the decision.
struct GateRowTests {
  private let tree = WrittenTree()
  private var scheduler = ListeningScheduler()

  private func supply(_ name: String, _ files: [String: String]) {
    for (file, text) in files {
      tree.write(text, to: "\(PowerSupply.directory)/\(name)/\(file)")
    }
  }

  private func mains(_ isOnline: Bool) {
    supply("AC", ["type": "Mains", "online": isOnline ? "1" : "0"])
  }

  private func battery(_ status: String, _ capacity: Int = 50, named name: String = "BAT0") {
    supply(name, ["type": "Battery", "status": status, "capacity": "\(capacity)"])
  }

  /// The values are read from the kernel's files.
  private mutating func read() {
    let lowPower = PlatformProfile.isLowPower(tree.kernel).map { [DeviceValue.lowPower($0)] } ?? []
    scheduler.report(PowerReading(tree.kernel).values + lowPower, from: 0)
  }

  private mutating func unplug(_ capacity: Int = 50) {
    mains(false)
    battery("Discharging", capacity)
    read()
  }

  private mutating func plugIn(_ capacity: Int = 50) {
    mains(true)
    battery("Charging", capacity)
    read()
  }

  // MARK: Power

  @Test("D01, D02: waits unplugged, runs plugged in, stops unplugged")
  mutating func powerIsRequired() {
    unplug(100)
    scheduler.submit(.utility) { $0.terms.requires = .power }
    #expect(scheduler.reasons == [.power])
    plugIn(100)
    scheduler.live(.minutes(1))
    #expect(scheduler.isRunning)
    unplug(100)
    scheduler.live(.seconds(10))
    #expect(scheduler.stops.map(\.reason) == [.gate(.power)])
  }

  @Test("D04: battery 15 waits, 50 runs, 15 stops")
  mutating func aBatteryThatMustNotBeLow() {
    unplug(15)
    scheduler.submit(.userInitiated) { $0.terms.requires = .batteryNotLow }
    #expect(scheduler.reasons == [.battery])
    unplug(50)
    #expect(scheduler.isRunning)
    unplug(15)
    #expect(scheduler.stops.map(\.reason) == [.gate(.battery)])
  }

  @Test("D08, G11: the power saver holds on battery; on mains it is not looked at")
  mutating func thePowerSaver() {
    tree.write("low-power", to: "/sys/firmware/acpi/platform_profile")
    tree.write("low-power balanced", to: "/sys/firmware/acpi/platform_profile_choices")
    unplug(80)
    scheduler.submit(.utility)
    #expect(scheduler.reasons == [.lowPower])
    plugIn(80)
    scheduler.live(.minutes(1))
    #expect(scheduler.isRunning)
  }

  @Test("G05: an offline USB supply of a desktop is not battery")
  mutating func aDesktop() {
    supply("ucsi-source-psy-USBC000:001", ["type": "USB", "online": "0"])
    read()
    scheduler.submit(.maintenance)
    #expect(scheduler.isRunning)
  }

  @Test("G11: battery 19 waits, 20 runs", arguments: [(19, false), (20, true)])
  mutating func theFloor(level: Int, runs: Bool) {
    unplug(level)
    scheduler.submit(.refresh)
    #expect(scheduler.isRunning == runs)
  }

  @Test("G23: plugged in for ten seconds, nothing starts")
  mutating func plugInForTenSeconds() {
    unplug()
    scheduler.submit(.maintenance)
    plugIn()
    scheduler.live(.seconds(10))
    unplug()
    scheduler.live(.hours(1))
    #expect(scheduler.starts.isEmpty)
  }

  @Test(
    "G24: by the state of one battery",
    arguments: [
      ("Discharging", false), ("Charging", true), ("Full", true), ("Idle", true), ("Unknown", true),
      ("Not charging", true),
    ])
  mutating func oneBattery(status: String, runs: Bool) {
    battery(status)
    read()
    scheduler.submit(.maintenance)
    #expect(scheduler.isRunning == runs)
  }

  @Test("G25: one of two discharges", arguments: ["Charging", "Full", "Idle", "Unknown"])
  mutating func twoBatteries(status: String) {
    battery("Discharging")
    battery(status, named: "BAT1")
    read()
    scheduler.submit(.maintenance)
    #expect(scheduler.isRunning)
  }

  @Test("G26: no battery, or one that cannot be read")
  mutating func noBattery() {
    supply("BAT0", ["type": "Battery"])
    read()
    scheduler.submit(.maintenance)
    #expect(scheduler.isRunning)
  }

  @Test("G28: deferred, then plugged in, runs")
  mutating func deferred() {
    unplug()
    scheduler.submit(.maintenance)
    scheduler.live(.hours(3))
    plugIn()
    scheduler.live(.minutes(1))
    #expect(scheduler.isRunning)
  }

  // MARK: The user

  private mutating func read(_ login: LoginReading) {
    scheduler.report(login.values(at: LoginSessionTests.now), from: 1)
  }

  @Test("D14: an idle task waits for the user to go, and stops when one comes")
  mutating func theUser() {
    var somebody = LoginReading()
    somebody.sessions = [.with(type: "wayland", seat: "seat0")]
    read(somebody)
    scheduler.submit(.utility) { $0.terms.requires = .idle }
    #expect(scheduler.reasons == [.userActive])
    read(LoginReading())
    #expect(scheduler.isRunning)
    read(somebody)
    scheduler.live(.seconds(10))
    #expect(scheduler.stops.map(\.reason) == [.gate(.userActive)])
  }

  @Test("D15, D16: a docked machine counts as used though its lid is closed")
  mutating func docked() {
    var reading = LoginReading()
    reading.sessions = [.with(type: "wayland", seat: "seat0")]
    reading.lidIsClosed = true
    read(reading)
    scheduler.submit(.processing)
    #expect(scheduler.isRunning)
    reading.isDocked = true
    read(reading)
    scheduler.live(.seconds(10))
    #expect(scheduler.stops.map(\.reason) == [.gate(.userActive)])
  }
}
