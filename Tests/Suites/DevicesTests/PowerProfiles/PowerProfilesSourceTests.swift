import Bus
import Buses
import Scheduling
import Testing

@testable import Devices

@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct PowerProfilesSourceTests {
  private let privateBus: PrivateBus

  init() throws {
    privateBus = try PrivateBus()
  }

  private func start() -> SourceBench {
    SourceBench(on: privateBus) { PowerProfilesSource(on: $0) }
  }

  private static let names = ["net.hadess.PowerProfiles", "org.freedesktop.UPower.PowerProfiles"]

  private func daemon(_ name: String, profile: String) throws -> MockService {
    let path = "/" + name.replacing(".", with: "/")
    let mock = try MockService(name: name, path: path, interface: name, on: privateBus)
    try mock.add(
      ["ActiveProfile": .string(profile), "PerformanceDegraded": .string("")], interface: name)
    return mock
  }

  @Test func upstreamsOwnMockIsUnderstood() throws {
    let mock = try MockService(
      template: "power_profiles_daemon", name: Self.names[0], path: "/net/hadess/PowerProfiles",
      on: privateBus)
    let bench = start()
    try bench.wait(for: [.lowPower(false)])
    try mock.set(["ActiveProfile": .string("power-saver")], interface: Self.names[0])
    #expect(try bench.next() == [.lowPower(true)])
  }

  @Test(arguments: names)
  func bothNamesAreFollowed(name: String) throws {
    let mock = try daemon(name, profile: "performance")
    let bench = start()
    try bench.wait(for: [.lowPower(false)])
    try mock.set(["ActiveProfile": .string("power-saver")], interface: name)
    #expect(try bench.next() == [.lowPower(true)])
    try mock.stop()
    #expect(try bench.next() == [])
  }

  @Test func todaysNameIsBelievedFirst() throws {
    _ = try daemon(Self.names[0], profile: "power-saver")
    let today = try daemon(Self.names[1], profile: "balanced")
    let bench = start()
    try bench.wait(for: [.lowPower(false)])
    try today.stop()
    #expect(try bench.next() == [.lowPower(true)])
  }

  @Test func heatIsReportedAndALapIsNot() throws {
    let name = Self.names[1]
    let mock = try daemon(name, profile: "balanced")
    let bench = start()
    try bench.wait(for: [.lowPower(false)])
    let degraded = "PerformanceDegraded"
    try mock.set([degraded: .string("lap-detected")], interface: name)
    try mock.set([degraded: .string("high-operating-temperature")], interface: name)
    #expect(try bench.next() == [.lowPower(false), .thermal(.fair)])
    try mock.set([degraded: .string("")], interface: name)
    #expect(try bench.next() == [.lowPower(false)])
  }

  @Test func aDaemonWithoutAnyProfileKnowsNothing() throws {
    _ = try daemon(Self.names[1], profile: "")
    #expect(try start().next() == [])
  }
}
