import CLinux
import Descriptors
import Glibc
import Scheduling
import Testing

@testable import Devices

@Suite struct PowerSupplySourceTests {
  private let tree = WrittenTree()

  private func write(_ supply: String, _ files: [String: String]) {
    for (file, text) in files {
      tree.write(text, to: "\(PowerSupply.directory)/\(supply)/\(file)")
    }
  }

  @Test func alsoReadsWithoutEvents() throws {
    write("AC", ["type": "Mains", "online": "1"])
    let bench = KernelBench { PowerSupplySource(tree.kernel, loop: $0) }
    #expect(try bench.reports.next() == [.power(.ac)])
    write("BAT0", ["type": "Battery", "status": "Discharging", "capacity": "70"])
    write("AC", ["online": "0"])
    try bench.look()
    #expect(try bench.reports.next() == [.power(.battery), .battery(70)])
    tree.remove("\(PowerSupply.directory)/BAT0")
    tree.remove("\(PowerSupply.directory)/AC")
    try bench.look()
    #expect(try bench.reports.next() == [])
  }

  @Test(.enabled(if: Command.isRoot, "only root may send events"))
  func readsAtAnEventOfASupply() throws {
    let events = try EventSender()
    write("AC", ["type": "Mains", "online": "1"])
    write("BAT0", ["type": "Battery", "status": "Charging", "capacity": "70"])
    let bench = KernelBench {
      PowerSupplySource(tree.kernel, passed: events.receiver, loop: $0)
    }
    #expect(try bench.reports.next() == [.power(.ac), .battery(70)])
    write("AC", ["online": "0"])
    write("BAT0", ["status": "Discharging"])
    try events.send("change@/devices/usb1\0ACTION=change\0SUBSYSTEM=usb\0")
    try events.send("change@/devices/AC\0ACTION=change\0SUBSYSTEM=power_supply\0")
    #expect(try bench.reports.next() == [.power(.battery), .battery(70)])
  }

  @Test(.enabled(if: Command.isRoot, "only root may send events"))
  func readsOnceMoreForABatteryThatIsSlower() throws {
    let events = try EventSender()
    write("AC", ["type": "Mains", "online": "0"])
    write("BAT0", ["type": "Battery", "status": "Charging", "capacity": "70"])
    let bench = KernelBench {
      PowerSupplySource(tree.kernel, passed: events.receiver, loop: $0)
    }
    #expect(try bench.reports.next() == [.power(.ac), .battery(70)])
    write("AC", ["online": "1"])
    write("BAT0", ["capacity": "71"])
    try events.send("change@/devices/AC\0ACTION=change\0SUBSYSTEM=power_supply\0")
    #expect(try bench.reports.next() == [.power(.ac), .battery(71)])
    write("AC", ["online": "0"])
    write("BAT0", ["status": "Discharging"])
    #expect(try bench.reports.next() == [.power(.battery), .battery(71)])
  }
}

@Suite struct UeventSocketTests {
  @Test(.enabled(if: Command.isRoot, "only root can make devices send events"))
  func hearsTheKernel() throws {
    let news = Inbox<[Uevent]?>()
    let loop = EventLoop(name: "uevents")
    let socket = try #require(
      loop.sync { UeventSocket(passed: nil, loop: loop) { news.put($0) } })
    let path = "/sys/class/net/lo/uevent"
    let fd = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(fd) }
    // In a container /sys may be read-only. The test then ends here.
    guard fd >= 0, write(fd, "change", 6) == 6 else { return }
    let heard = Uevent(Array("change@/devices/virtual/net/lo\0SUBSYSTEM=net\0".utf8))
    try news.next { events in events?.contains { $0 == heard } ?? false }
    withExtendedLifetime(socket) {}
  }
}

/// Sends events in place of the kernel on a socket, which root may do.
final class EventSender {
  /// The socket that a source reads and closes.
  let receiver: CInt
  private let sender: CInt
  private var address = [UInt8](repeating: 0, count: 12)

  init() throws {
    receiver = rubato_netlink_open(Int32(RUBATO_NETLINK_UEVENTS), 0)
    sender = rubato_netlink_open(Int32(RUBATO_NETLINK_UEVENTS), 0)
    try #require(receiver >= 0 && sender >= 0)
    // `struct sockaddr_nl`, which Swift does not import.
    var size = socklen_t(address.count)
    let receiver = receiver
    let status = address.withUnsafeMutableBytes {
      getsockname(receiver, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    try #require(status == 0)
  }

  deinit { close(sender) }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    let sent = address.withUnsafeBytes {
      sendto(
        sender, bytes, bytes.count, 0, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t($0.count))
    }
    try #require(sent == bytes.count)
  }
}
