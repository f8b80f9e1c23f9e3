import Scheduling
import Testing

@testable import Devices

@Suite struct MediumTests {
  private func link(
    _ index: Int32, _ name: String, hardware: UInt16 = 1, driver: String? = nil,
    lower: Int32? = nil, isRunning: Bool = true, isPort: Bool = false
  ) -> NetworkLink {
    NetworkLink(
      index: index, name: name, hardware: hardware, isRunning: isRunning, driver: driver,
      lower: lower, isPort: isPort)
  }

  private func medium(
    _ link: NetworkLink, among others: [NetworkLink] = [], _ tree: WrittenTree = WrittenTree()
  ) -> Network {
    Medium.network(of: link, among: [link] + others, tree.kernel)
  }

  private var wireguard: NetworkLink { link(9, "wg0", hardware: 65534, driver: "wireguard") }

  @Test func theKernelsWordCountsMoreThanTheName() {
    let tree = WrittenTree([
      "/sys/class/net/net0/ifindex": "2", "/sys/class/net/net0/uevent": "DEVTYPE=wlan",
      "/sys/class/net/net1/ifindex": "3", "/sys/class/net/net1/uevent": "DEVTYPE=wwan",
    ])
    #expect(medium(link(2, "net0"), tree) == .wifi)
    #expect(medium(link(3, "net1"), tree) == .cellular)
    // An interface with the same name in another network namespace.
    #expect(medium(link(7, "net0"), tree) == .ethernet)
  }

  @Test func aBondIsTheRunningDeviceBelowIt() {
    let tree = WrittenTree([
      "/sys/class/net/bond0/ifindex": "2", "/sys/class/net/bond0/lower_eth0/ifindex": "3",
      "/sys/class/net/bond0/lower_wlan0/ifindex": "4", "/sys/class/net/eth0/ifindex": "3",
      "/sys/class/net/eth0/device/vendor": "0x8086", "/sys/class/net/wlan0/ifindex": "4",
      "/sys/class/net/wlan0/carrier": "1",
    ])
    let bond = link(2, "bond0", driver: "bond")
    #expect(medium(bond, tree) == .wifi)
    tree.write("1", to: "/sys/class/net/eth0/carrier")
    #expect(medium(bond, tree) == .ethernet)
    #expect(Medium.below("bond0", index: 2, tree.kernel) == .ethernet)
    // Another bond of this name, in another network namespace; an interface without one below it.
    #expect(Medium.below("bond0", index: 9, tree.kernel) == nil)
    #expect(Medium.below("eth0", index: 3, tree.kernel) == nil)
  }

  @Test func rawPacketsAreAModems() {
    #expect(medium(link(2, "rmnet0", hardware: 519)) == .cellular)
  }

  @Test func aTunnelIsTheOnlyThingItCanLieOn() {
    let others = [link(2, "wlp2s0"), link(3, "enp1s0", isRunning: false)]
    #expect(medium(wireguard, among: others + [link(4, "docker0", driver: "bridge")]) == .wifi)
  }

  @Test func aTunnelThatCouldLieOnTwoThingsIsEthernet() {
    #expect(medium(wireguard, among: [link(2, "wlp2s0"), link(3, "enp1s0")]) == .ethernet)
    // In another network namespace than the interface below it.
    #expect(medium(wireguard) == .ethernet)
    // Such a virtual interface is no device, and always exists.
    let unused = link(2, "gretap0", driver: "gretap", isRunning: false)
    #expect(medium(wireguard, among: [unused]) == .ethernet)
    // The interface of a container.
    #expect(medium(wireguard, among: [link(2, "eth0", driver: "veth")]) == .ethernet)
  }

  @Test func aTunnelIsNoNetworkIfAllInterfacesBelowItAreDown() {
    let down = link(7, "wlp2s0", isRunning: false)
    let inside = [
      link(1, "lo", hardware: 772), link(3, "docker0", driver: "bridge"),
      link(4, "veth1", driver: "veth", isPort: true), link(5, "wg1", hardware: 65534),
      link(6, "tap0", driver: "tun"), down,
    ]
    #expect(medium(wireguard, among: inside) == Network.none)
    // A port of a bridge that leads out, and modems, also one whose packets have no hardware header.
    #expect(medium(wireguard, among: inside + [link(2, "eth0", isPort: true)]) == .ethernet)
    #expect(medium(wireguard, among: inside + [link(2, "ppp0", hardware: 512)]) == .ethernet)
    #expect(medium(wireguard, among: inside + [link(2, "wwan0", hardware: 65534)]) == .cellular)
    #expect(medium(link(2, "ppp0", hardware: 512), among: inside) == .ethernet)
  }

  @Test func linksThatLieOnEachOtherEndSomewhere() {
    let one = link(2, "a", driver: "vlan", lower: 3)
    #expect(medium(one, among: [link(3, "b", driver: "vlan", lower: 2)]) == .ethernet)
  }
}
