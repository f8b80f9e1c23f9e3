import Buses
import Descriptors
import Testing

@testable import Bus

@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct BusReconnectionTests {
  /// A caller that repeats a failed call after a reconnection must have received the failure by then.
  @Test func callsFailBeforeANewConnectionIsAnnounced() throws {
    let privateBus = try PrivateBus(isStarted: false)
    let loop = EventLoop(name: "bus-reconnection")
    let heard = Inbox<String>()
    let bus = try loop.sync {
      let bus = Bus(whenThere: privateBus.kind, loop: loop)
      _ = bus.follow { heard.put($0 ? "connected" : "lost") }
      try privateBus.start()
      bus.call(
        BusCall(
          destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
          interface: "org.freedesktop.DBus", member: "GetId")
      ) { result in
        heard.put((try? result.get()) == nil ? "failed" : "answered")
      }
      bus.reconnect()
      return bus
    }
    defer { loop.sync { bus.close() } }
    #expect(try heard.next() == "failed")
    #expect(try heard.next() == "connected")
  }
}
