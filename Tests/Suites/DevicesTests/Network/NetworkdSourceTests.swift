import Buses
import Scheduling
import Testing

@testable import Devices

@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct NetworkdSourceTests {
  private let privateBus: PrivateBus
  private let tree = WrittenTree()
  private let loopback = NetworkdMock.Link(
    index: 1, name: "lo", state: "carrier", administration: "unmanaged")

  init() throws {
    privateBus = try PrivateBus()
  }

  private func start() -> SourceBench {
    SourceBench(on: privateBus) { [tree] in NetworkdSource(on: $0, tree.kernel) }
  }

  @Test func aCableThatIsPulledAndPluggedInIsReported() throws {
    let cable = NetworkdMock.Link(index: 2, name: "enp1s0")
    let networkd = try NetworkdMock(on: privateBus, [loopback, cable])
    let bench = start()
    try bench.wait(for: [.network(.ethernet)])
    try networkd.set(cable, state: "no-carrier")
    #expect(try bench.next() == [.network(Network.none)])
    try networkd.set(cable, state: "degraded")
    try networkd.set(cable, state: "routable")
    #expect(try bench.next() == [.network(.ethernet)])
  }

  @Test(arguments: [("wlan0", Network.wifi), ("wwan0", .cellular)])
  func theNameTellsTheMedium(name: String, network: Network) throws {
    _ = try NetworkdMock(on: privateBus, [loopback, .init(index: 3, name: name)])
    let bench = start()
    try bench.wait(for: [.network(network)])
  }

  @Test func theKernelTellsTheMediumOfARenamedInterface() throws {
    tree.write("4", to: "/sys/class/net/uplink/ifindex")
    tree.write("DEVTYPE=wlan", to: "/sys/class/net/uplink/uevent")
    _ = try NetworkdMock(on: privateBus, [loopback, .init(index: 4, name: "uplink")])
    let bench = start()
    try bench.wait(for: [.network(.wifi)])
  }

  @Test func aRenamedCableIsACable() throws {
    tree.write("4", to: "/sys/class/net/lan0/ifindex")
    tree.write("0x8086", to: "/sys/class/net/lan0/device/vendor")
    _ = try NetworkdMock(on: privateBus, [loopback, .init(index: 4, name: "lan0")])
    let bench = start()
    try bench.wait(for: [.network(.ethernet)])
  }

  @Test func aCableIsPreferredAndATunnelSaysNothing() throws {
    let cable = NetworkdMock.Link(index: 2, name: "eth0")
    let wireless = NetworkdMock.Link(index: 3, name: "wlan0")
    let networkd = try NetworkdMock(
      on: privateBus, [.init(index: 5, name: "wg0"), wireless, cable])
    let bench = start()
    try bench.wait(for: [.network(.ethernet)])
    try networkd.set(cable, state: "no-carrier")
    #expect(try bench.next() == [.network(.wifi)])
    // Only the tunnel still has an address: the kernel's routes show whether there is a network.
    try networkd.set(wireless, state: "no-carrier")
    #expect(try bench.next() == [])
  }

  @Test(arguments: ["br0", "ve-guest", "wg0"])
  func aVirtualInterfaceIsLeftToTheRoutes(name: String) throws {
    // Another service manages the way out, such as a modem.
    let modem = NetworkdMock.Link(index: 2, name: "wwan0", administration: "unmanaged")
    _ = try NetworkdMock(on: privateBus, [loopback, modem, .init(index: 3, name: name)])
    let bench = start()
    #expect(try bench.next() == [])
  }

  /// A bridge of a bond with an address, without a route to the internet.
  @Test func aBridgeHasTheMediumOfARunningDeviceBelowIt() throws {
    for (index, name) in ["br0", "bond0", "lan0", "wlan0"].enumerated() {
      tree.write("\(index + 2)", to: "/sys/class/net/\(name)/ifindex")
      tree.write("1", to: "/sys/class/net/\(name)/carrier")
    }
    tree.write("0x8086", to: "/sys/class/net/lan0/device/vendor")
    tree.makeDirectory("/sys/class/net/br0/lower_bond0")
    tree.makeDirectory("/sys/class/net/bond0/lower_lan0")
    tree.makeDirectory("/sys/class/net/bond0/lower_wlan0")
    let bridge = NetworkdMock.Link(index: 2, name: "br0")
    let networkd = try NetworkdMock(on: privateBus, [loopback, bridge])
    let bench = start()
    try bench.wait(for: [.network(.ethernet)])
    tree.write("0", to: "/sys/class/net/lan0/carrier")
    try networkd.set(bridge, state: "degraded")
    #expect(try bench.next() == [.network(Network.none)])
    try networkd.set(bridge, state: "routable")
    #expect(try bench.next() == [.network(.wifi)])
  }

  @Test func whatOthersManageIsLeftToThem() throws {
    _ = try NetworkdMock(
      on: privateBus, [loopback, .init(index: 2, name: "eth0", administration: "unmanaged")])
    let bench = start()
    #expect(try bench.next() == [])
  }

  @Test func aBridgeOfContainersIsNoNetworkAndNoneIsMissing() throws {
    let cable = NetworkdMock.Link(index: 2, name: "eth0")
    let networkd = try NetworkdMock(
      on: privateBus, [cable, .init(index: 6, name: "docker0", administration: "unmanaged")])
    let bench = start()
    try bench.wait(for: [.network(.ethernet)])
    try networkd.set(cable, state: "no-carrier")
    #expect(try bench.next() == [])
  }
}
