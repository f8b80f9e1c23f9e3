import Descriptors
import Varlink

extension Connection {
  /// Takes the next call if nothing prevents it.
  func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while case .idle = state {
      if let channel, !channel.isWritable { return }
      do {
        guard let frame = try inbox.next() else { return wait() }
        dispatch(try IncomingCall(frame))
      } catch {
        core.note(.protocolViolation(peer, error))
        close()
      }
    }
  }

  private func wait() {
    if isInputClosed { close() } else { channel?.read() }
  }

  private func dispatch(_ call: IncomingCall) {
    state = .waiting
    core.whenSlotIsFree { self.start(call) }
  }

  private func start(_ call: IncomingCall) {
    holdsSlot = true
    guard case .waiting = state else { return releaseSlot() }
    // No client is left to read a reply. Clients of oneway calls may disconnect immediately.
    if channel == nil, call.mode != .oneway { return endCall() }
    do {
      try hand(call, to: core.service.prepare(call))
    } catch {
      refuse(call, error)
    }
  }

  private func hand(_ call: IncomingCall, to invocation: Service.Invocation) {
    let link = ConnectionLink(
      connection: LoopConfined(self, to: core.eventLoop), queue: core.queue, unread: unread)
    let serverCall = ServerCall(call, link: link, peer: peer)
    state = .inFlight(WeakCall(call: serverCall))
    if channel == nil { serverCall.abandon() }
    invocation(serverCall)
  }

  private func refuse(_ call: IncomingCall, _ error: StandardError) {
    if call.mode != .oneway, let frame = try? OutgoingFrame.error(error.name, error.parameters) {
      channel?.write(frame)
      flush()
    }
    endCall()
  }

  /// Called when the call in flight has ended.
  func endCall() {
    releaseSlot()
    hasContinued = false
    if case .closing = state { return }
    state = .idle
    if core.isDraining { close() } else { advance() }
  }

  func releaseSlot() {
    guard holdsSlot else { return }
    holdsSlot = false
    core.releaseSlot()
  }
}
