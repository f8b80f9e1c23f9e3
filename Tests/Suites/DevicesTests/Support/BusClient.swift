import Bus
import Buses
import Descriptors

/// A connection of a test to a private bus.
final class BusClient {
  private let loop = EventLoop(name: "bus-client")
  private let bus: Bus

  init(_ privateBus: PrivateBus) throws {
    bus = try loop.sync { [loop] in
      Result { () throws(BusError) in try Bus(privateBus.kind, loop: loop) }
    }.get()
  }

  deinit {
    loop.sync { bus.close() }
  }

  @discardableResult
  func call(_ call: BusCall) throws -> [BusValue] {
    var call = call
    call.timeoutSeconds = 60
    return try loop.sync {
      Result { () throws(BusError) in try bus.callAndWait(call) }
    }.get()
  }

  /// Waits until the name has an owner, or until it has none.
  func wait(for name: String, isOwned: Bool) throws {
    let owners = Inbox<String?>()
    let service = loop.sync {
      let service = BusService(name, on: bus)
      _ = service.follow { owners.put($0) }
      return service
    }
    defer { loop.sync { service.stop() } }
    try owners.next { ($0 != nil) == isOwned }
  }
}
