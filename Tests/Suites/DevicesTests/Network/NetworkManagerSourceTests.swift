import Bus
import Buses
import Scheduling
import Testing

@testable import Devices

@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct NetworkManagerSourceTests {
  private let privateBus: PrivateBus

  init() throws {
    privateBus = try PrivateBus()
  }

  private func start() -> SourceBench {
    SourceBench(on: privateBus) { NetworkManagerSource(on: $0) }
  }

  @Test(arguments: [
    ("802-3-ethernet", Network.ethernet), ("802-11-wireless", .wifi), ("gsm", .cellular),
    ("bluetooth", .cellular), ("bridge", .ethernet),
  ])
  func theMediumIsReported(type: String, network: Network) throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.set(["PrimaryConnectionType": .string(type)])
    try start().wait(for: [.network(network)])
  }

  @Test(arguments: ["", "wireguard", "vpn"])
  func whatDoesNotTellItsMediumIsLeftToOthers(type: String) throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.set(["PrimaryConnectionType": .string(type), "Metered": .uint32(2)])
    try start().wait(for: [.metered(false)])
  }

  @Test(arguments: [(UInt32(1), true), (3, true), (2, false), (4, false)])
  func guessesCountAsMetered(metered: UInt32, isMetered: Bool) throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.set(["Metered": .uint32(metered)])
    try start().wait(for: [.network(.ethernet), .metered(isMetered)])
  }

  @Test(arguments: [UInt32(10), 20, 30, 40, 50])
  func withoutADefaultRouteThereIsNoNetwork(state: UInt32) throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.set(["Metered": .uint32(1)])
    let bench = start()
    try bench.wait(for: [.network(.ethernet), .metered(true)])
    try manager.set(["State": .uint32(state), "PrimaryConnectionType": .string("")])
    #expect(try bench.next() == [.network(Network.none)])
    try manager.set(["State": .uint32(70), "PrimaryConnectionType": .string("802-3-ethernet")])
    #expect(try bench.next() == [.network(.ethernet), .metered(true)])
  }

  @Test func aPlaceWithoutTheInternetIsANetwork() throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.set(["State": .uint32(60), "Connectivity": .uint32(3)])
    try start().wait(for: [.network(.ethernet)])
  }

  @Test func behindAPortalThereIsNoNetwork() throws {
    let manager = try NetworkManagerMock(on: privateBus)
    let bench = start()
    try bench.wait(for: [.network(.ethernet)])
    try manager.set(["State": .uint32(60), "Connectivity": .uint32(2)])
    #expect(try bench.next() == [.network(Network.none)])
  }

  @Test func aNetworkThatSomebodyElseManagesIsNotMissing() throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.addEthernet("eth0", state: 10)
    try manager.set(["State": .uint32(20), "PrimaryConnectionType": .string("")])
    let bench = start()
    #expect(try bench.next() == [])
    // Another change makes the source read the state again.
    try manager.set(["State": .uint32(70), "PrimaryConnectionType": .string("802-11-wireless")])
    #expect(try bench.next() == [.network(.wifi)])
  }

  @Test func aNetworkThatItManagesAndThatIsDownIsMissing() throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.addEthernet("eth0", state: 30)
    try manager.set(["State": .uint32(20), "PrimaryConnectionType": .string("")])
    try start().wait(for: [.network(Network.none)])
  }

  @Test func whileItStartsNothingIsMissing() throws {
    let manager = try NetworkManagerMock(on: privateBus)
    try manager.set(["State": .uint32(40), "Startup": .bool(true)])
    let bench = start()
    #expect(try bench.next() == [])
    try manager.set(["Startup": .bool(false)])
    #expect(try bench.next() == [.network(Network.none)])
  }

  @Test func wirelessNetworksAreToldApartByTheirProfiles() throws {
    let manager = try NetworkManagerMock(on: privateBus)
    let bench = start()
    try bench.wait(for: [.network(.ethernet)])
    try manager.connect("home", uuid: "2f0a")
    let home = try identity(try bench.next())
    try manager.connect("office", uuid: "77b1")
    let office = try identity(try bench.next())
    #expect(home != office)
    try manager.connect("again", uuid: "2f0a")
    #expect(try identity(try bench.next()) == home)
    #expect(!home.contains("2f0a") || !office.contains("77b1"))
  }

  private func identity(_ report: [DeviceValue]) throws -> String {
    #expect(report.first == .network(.wifi))
    guard case .networkID(let identity?) = report.last else {
      throw Inbox<Void>.Missing(description: "no identity in \(report)")
    }
    return identity
  }
}
