import CSystemd

/// A subscription to certain signals.
package final class BusMatch {
  let rule: String
  private let handler: (BusSignal) -> Void
  private var slot: OpaquePointer?

  init(rule: String, handler: @escaping (BusSignal) -> Void) {
    self.rule = rule
    self.handler = handler
  }

  /// Subscribes to the signals on a connection, without waiting for the answer of the bus.
  func install(on bus: OpaquePointer) {
    sd_bus_add_match_async(
      bus, &slot, rule, Self.callback, nil, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the subscription on the connection. Has no effect without one.
  func uninstall() {
    slot = sd_bus_slot_unref(slot)
  }

  private static let callback: sd_bus_message_handler_t = { message, userdata, _ in
    guard let message, let userdata else { return 0 }
    let match = Unmanaged<BusMatch>.fromOpaque(userdata).takeUnretainedValue()
    if let signal = try? BusMessage.signal(in: message) { match.handler(signal) }
    // Other matches may have subscribed to the same signal.
    return 0
  }
}
