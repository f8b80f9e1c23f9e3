import Bus
import Buses
import Descriptors
import Scheduling
import Testing

@testable import Devices

/// The names of NetworkManager's connections.
struct NetworkManagerNamesTests {
  private func connection(
    _ id: String, _ type: String, state: UInt32 = 2, vpn: Bool = false, point: String = "/"
  ) -> [String: BusValue] {
    [
      "Id": .string(id), "Type": .string(type), "State": .uint32(state), "Vpn": .bool(vpn),
      "SpecificObject": .path(point),
    ]
  }

  @Test func aConnectionAndItsWirelessNetworkAreNames() {
    var names = NetworkManagerNames([connection("Home", "802-11-wireless", point: "/ap/1")])
    #expect(names.accessPoints == ["/ap/1"] && names.hasMadeConnection)
    names.addWirelessNames(of: [["Ssid": .array(of: "y", Array("FRITZ".utf8).map { .byte($0) })]])
    #expect(names.value == .networkNames(["FRITZ", "Home"]))
  }

  @Test(arguments: [
    ("vpn", false, true), ("wireguard", false, true), ("802-3-ethernet", true, true),
    ("802-3-ethernet", false, false), ("bridge", false, false),
  ])
  func tunnelsAreVPNs(type: String, vpn: Bool, isVPN: Bool) {
    let names = NetworkManagerNames([connection("x", type, vpn: vpn)])
    #expect(names.names.contains(NetworkName.vpn) == isVPN)
  }

  @Test func interfacesOfVPNProgramsAreVPNsAndThoseOfVirtualMachinesAreNot() {
    #expect(NetworkManagerNames([connection("tailscale0", "tun")]).names == ["tailscale0", "vpn"])
    #expect(NetworkManagerNames([connection("vnet0", "tun")]).names == ["vnet0"])
  }

  /// A neighbour can give a network any name.
  @Test func aNameIsNotAVPN() {
    #expect(NetworkManagerNames([connection("vpn", "802-11-wireless")]).names == ["vpn_"])
  }

  @Test func onlyEstablishedConnectionsCount() {
    let names = NetworkManagerNames([
      connection("a", "802-3-ethernet", state: 1), connection("lo", "loopback"),
    ])
    #expect(names.value == .networkNames([]) && !names.hasMadeConnection)
  }
}

/// The same with a NetworkManager on a bus.
@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct NetworkManagerNamesSourceTests {
  private static let path = "/org/freedesktop/NetworkManager"
  private static let interface = "org.freedesktop.NetworkManager"

  @Test func namesFollowTheConnections() throws {
    let bus = try PrivateBus()
    let manager = try NetworkManagerMock(on: bus)
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0) }
    try bench.wait(for: [.networkNames([])])
    let path = Self.path + "/ActiveConnection/9"
    try manager.service.addObject(
      path, interface: Self.interface + ".Connection.Active",
      ["Id": .string("Office"), "Type": .string("802-3-ethernet"), "State": .uint32(1)])
    try manager.service.call(
      "Set",
      [
        .string(Self.interface), .string("ActiveConnections"),
        .variant(.array(of: "o", [.path(path)])),
      ], path: Self.path, interface: "org.freedesktop.DBus.Properties")
    try manager.set(["Metered": .uint32(2)])
    try manager.service.set(
      ["State": .uint32(2)], path: path, interface: Self.interface + ".Connection.Active")
    try bench.wait(for: [.networkNames(["Office"])])
  }

  @Test func whileItStartsItsListIsNotKnown() throws {
    let bus = try PrivateBus()
    let manager = try NetworkManagerMock(on: bus)
    try manager.set(["Startup": .bool(true)])
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0) }
    #expect(try bench.next() == [.networkNames(nil)])
    try manager.set(["Startup": .bool(false)])
    #expect(try bench.next() == [.networkNames([])])
  }

  /// Names of interfaces become unknown only after a delay (see `Aggregator`).
  @Test func whileItHangsItsNamesAreUnknown() throws {
    let bus = try PrivateBus()
    let manager = try NetworkManagerMock(on: bus)
    manager.service.freeze()
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0) }
    #expect(try bench.next() == [.networkNames(nil)])
    manager.service.thaw()
    try bench.wait(for: [.networkNames([])])
  }

  @Test func untilItsFirstReportTheNamesOfInterfacesDoNotApply() throws {
    let loop = EventLoop(name: "devices")
    let (name, assumed) = loop.sync {
      let source = NetworkManagerNamesSource(on: Bus(whenThere: .system, loop: loop))
      return (source.name, source.assumed)
    }
    var aggregator = Aggregator([name, "routes"], secondsWithoutSource: 10)
    #expect(aggregator.apply(assumed, from: 0, at: 0).isEmpty)
    #expect(aggregator.apply([.networkNames(["wlan0"])], from: 1, at: 0).isEmpty)
    let known = Measurement(.networkNames(["wlan0"]), origin: "routes")
    #expect(aggregator.apply([], from: 0, at: 1) == [known])
  }

  @Test func theWaitForItsAnswerEnds() throws {
    let bus = try PrivateBus()
    let manager = try NetworkManagerMock(on: bus)
    manager.service.freeze()
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0, waitMilliseconds: 1) }
    #expect(try bench.next() == [.networkNames(nil)])
    #expect(try bench.next() == [])
    manager.service.thaw()
    try bench.wait(for: [.networkNames([])])
  }

  @Test func aManagerThatSystemdStartsIsAwaited() throws {
    let bus = try PrivateBus()
    try mockSystemd(active: "inactive", job: "start", on: bus)
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0) }
    #expect(try bench.next() == [.networkNames(nil)])
    _ = try NetworkManagerMock(on: bus)
    try bench.wait(for: [.networkNames([])])
  }

  @Test func aManagerThatDoesNotComeIsAwaitedForAWhile() throws {
    let bus = try PrivateBus()
    try mockSystemd(active: "activating", job: "", on: bus)
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0, waitMilliseconds: 1) }
    #expect(try bench.next() == [.networkNames(nil)])
    #expect(try bench.next() == [])
  }

  @Test func aManagerThatIsSwitchedOffIsNotAwaited() throws {
    let bus = try PrivateBus()
    try mockSystemd(active: "inactive", job: "", on: bus)
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0) }
    #expect(try bench.next() == [])
  }

  /// Makes a simulated systemd answer that NetworkManager's unit is in this state, with a job of this type.
  private func mockSystemd(active: String, job: String, on bus: PrivateBus) throws {
    let interface = "org.freedesktop.systemd1.Manager"
    let mock = try MockService(
      name: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1", interface: interface,
      on: bus)
    let row = """
      ('NetworkManager.service', '', 'loaded', '\(active)', '', '', '/unit', \(job.isEmpty ? 0 : 1), \
      '\(job)', '/job')
      """
    try mock.mock(
      "AddMethod",
      [
        .string(interface), .string("ListUnitsByNames"), .string("as"), .string("a(ssssssouso)"),
        .string("ret = dbus.Array([\(row)], signature='(ssssssouso)')"),
      ])
  }

  @Test func aMachineThatSomebodyElseConnectsIsUnknown() throws {
    let bus = try PrivateBus()
    let manager = try NetworkManagerMock(on: bus)
    try manager.addEthernet("eth0", state: 10)
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0) }
    #expect(try bench.next() == [])
  }

  @Test func namesOfInterfacesStayWhileAManagerThatDoesNotKnowThemStartsAgain() throws {
    let bus = try PrivateBus()
    let manager = try NetworkManagerMock(on: bus)
    try manager.addEthernet("eth0", state: 10)
    let bench = SourceBench(on: bus) { NetworkManagerNamesSource(on: $0) }
    #expect(try bench.next() == [])
    try manager.set(["Startup": .bool(true)])
    try manager.service.set(
      ["State": .uint32(100)], path: Self.path + "/Devices/eth0",
      interface: Self.interface + ".Device")
    try manager.set(["Startup": .bool(false)])
    #expect(try bench.next() == [.networkNames([])])
  }
}
