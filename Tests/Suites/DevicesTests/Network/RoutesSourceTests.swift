import Scheduling
import Testing

@testable import Devices

@Suite(.enabled(if: NetworkNamespace.isPossible, "only root may make networks, with ip(8)"))
struct RoutesSourceTests {
  private let network: NetworkNamespace
  private let bench: KernelBench

  init() throws {
    let network = try NetworkNamespace()
    self.network = network
    try network.ip("link set lo up")
    bench = KernelBench { RoutesSource(KernelTree(), passed: network.routes, loop: $0) }
    #expect(try bench.reports.next() == [.network(Network.none), .networkNames([])])
  }

  /// Adds an interface with a cable, and an address.
  private func plug(_ name: String, _ number: Int) throws {
    try network.ip("link add \(name) type veth peer name peer\(number)")
    try network.ip("link set peer\(number) up")
    try network.ip("link set \(name) up")
    try network.ip("address add 192.0.\(number).2/24 dev \(name)")
  }

  private func expect(_ medium: Network) throws {
    try bench.reports.next { $0.contains(.network(medium)) }
  }

  @Test func anAddressAloneIsNoNetwork() throws {
    try plug("eth7", 2)
    try bench.look()
    #expect(bench.reports.isEmpty)
  }

  @Test(arguments: [("enp1s0", Network.ethernet), ("wlp2s0", .wifi), ("wwan0", .cellular)])
  func theWayOutSaysWhatTheNetworkIs(name: String, medium: Network) throws {
    try plug(name, 2)
    try network.ip("route add default via 192.0.2.1")
    try expect(medium)
    try network.ip("route del default")
    try expect(Network.none)
  }

  @Test func theRouteThatIsPreferredCounts() throws {
    try plug("enp1s0", 2)
    try plug("wlp2s0", 3)
    try network.ip("route add default via 192.0.3.1 metric 600")
    try expect(.wifi)
    try network.ip("route add default via 192.0.2.1 metric 100")
    try expect(.ethernet)
    try network.ip("link set enp1s0 down")
    try expect(.wifi)
  }

  @Test func aCableThatIsPulledIsNoNetwork() throws {
    try plug("enp1s0", 2)
    try network.ip("route add default via 192.0.2.1")
    try expect(.ethernet)
    try network.ip("link set peer2 down")
    try expect(Network.none)
    try network.ip("link set peer2 up")
    try expect(.ethernet)
  }

  @Test func versionSixAloneIsANetwork() throws {
    try plug("enp1s0", 2)
    try network.ip("-6 address add 2001:db8::2/64 dev enp1s0 nodad")
    try network.ip("-6 route add default via 2001:db8::1")
    try expect(.ethernet)
    try network.ip("-6 route replace unreachable default metric 1")
    try expect(Network.none)
  }

  @Test func theRoutersHardwareAddressTellsTheNetwork() throws {
    func identity() throws -> String? {
      var found: String?
      try bench.reports.next { values in
        for case .networkID(let id?) in values { found = id }
        return found != nil
      }
      return found
    }
    try plug("enp1s0", 2)
    try network.ip("route add default via 192.0.2.1")
    try bench.wait(for: [.network(.ethernet), .networkNames([])])
    try network.ip("neighbour replace 192.0.2.1 lladdr 02:00:00:00:00:01 dev enp1s0")
    try bench.look()
    let first = try identity()
    try network.ip("neighbour replace 192.0.2.1 lladdr 02:00:00:00:00:02 dev enp1s0")
    try bench.look()
    let second = try identity()
    #expect(first != second)
    try network.ip("neighbour replace 192.0.2.1 lladdr 02:00:00:00:00:01 dev enp1s0")
    try bench.look()
    #expect(try identity() == first)
  }

  @Test func aTunnelIsWhatItLiesOn() throws {
    try plug("wlp2s0", 3)
    try network.ip("route add 198.51.100.0/24 via 192.0.3.1")
    // A tunnel that leaves the default route to other interfaces.
    try network.ip("tuntap add tun0 mode tun")
    try network.ip("address add 10.8.0.2/24 dev tun0")
    try network.ip("link set tun0 up")
    try network.ip("route add 0.0.0.0/1 dev tun0")
    try network.ip("route add 128.0.0.0/1 dev tun0")
    try bench.look()
    // No process reads from the tunnel, so it has no carrier.
    #expect(bench.reports.isEmpty)
    try network.ip("link add link wlp2s0 name upper0 type macvlan")
    try network.ip("link set upper0 up")
    try network.ip("route replace 128.0.0.0/1 dev upper0")
    try expect(.wifi)
  }
}
