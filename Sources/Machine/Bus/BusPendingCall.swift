import CSystemd

/// A call that waits for its answer.
final class BusPendingCall {
  private weak var bus: Bus?
  private let reply: (Result<[BusValue], BusError>) -> Void
  /// The call's handle in sd-bus; sd-bus forgets the call when the handle is released.
  var slot: OpaquePointer?

  init(bus: Bus, reply: @escaping (Result<[BusValue], BusError>) -> Void) {
    self.bus = bus
    self.reply = reply
  }

  /// Ends the call: releases its handle in sd-bus, removes the call from the bus, and passes the result to `reply`.
  func answer(_ result: Result<[BusValue], BusError>) {
    slot = sd_bus_slot_unref(slot)
    bus?.forget(self)
    reply(result)
  }

  /// The handler that sd-bus calls with the answer.
  static let callback: sd_bus_message_handler_t = { message, userdata, _ in
    guard let message, let userdata else { return 0 }
    let call = Unmanaged<BusPendingCall>.fromOpaque(userdata).takeUnretainedValue()
    if let error = BusMessage.error(in: message) {
      call.answer(.failure(error))
    } else {
      call.answer(Result { () throws(BusError) in try BusMessage.values(in: message) })
    }
    // sd-bus calls no other handler with this message.
    return 1
  }
}
