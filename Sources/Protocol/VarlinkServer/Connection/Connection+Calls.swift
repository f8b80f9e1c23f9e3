import Descriptors
import Varlink

extension Connection {
  /// Handles the received calls in order, until one is in flight or the client is behind with reading. If no complete
  /// call is left, waits for more bytes. A malformed call closes the connection.
  func handleReceivedCalls() {
    // If the end of a call calls this, the loop below is running and continues with the next call.
    guard !isHandlingCalls else { return }
    isHandlingCalls = true
    defer { isHandlingCalls = false }
    while case .idle = state {
      // The channel calls this again when the client has read enough.
      if let channel, !channel.isWritable { return }
      do {
        guard let frame = try inbox.nextFrame() else { return waitForBytes() }
        startWhenSlotIsFree(try IncomingCall(frame))
      } catch {
        core.report(.protocolViolation(peer, error))
        close()
      }
    }
  }

  /// Waits for more bytes, or closes the connection if the client sends no more.
  private func waitForBytes() {
    if isInputClosed { close() } else { channel?.requestPiece() }
  }

  /// Waits for a slot for a call, and then starts the call.
  private func startWhenSlotIsFree(_ call: IncomingCall) {
    state = .waiting
    core.whenSlotIsFree { self.start(call) }
  }

  /// Passes a call to its handler, or answers an invalid call with an error. Called when the call has got its slot. If
  /// the connection was closed meanwhile, releases the slot.
  private func start(_ call: IncomingCall) {
    holdsSlot = true
    core.countCall()
    // A connection that was closed while the call waited for its slot is not `waiting` any more.
    guard case .waiting = state else { return releaseSlot() }
    // No client is left to read a reply. Clients of oneway calls may disconnect immediately.
    if channel == nil, call.mode != .oneway { return endCall() }
    do {
      try callHandler(of: call, core.service.prepare(call))
    } catch {
      answerWithError(call, error)
    }
  }

  /// Calls the handler of a call. The connection keeps only a weak reference, so that a call is released if its handler
  /// drops it.
  private func callHandler(of call: IncomingCall, _ invocation: Service.Invocation) {
    let link = ConnectionLink(
      connection: LoopConfined(self, to: core.eventLoop), queue: core.queue,
      unreadBytes: unreadBytes)
    let serverCall = ServerCall(call, link: link, peer: peer)
    state = .inFlight(WeakCall(call: serverCall))
    // The client of a oneway call may have disconnected.
    if channel == nil { serverCall.abandon() }
    invocation(serverCall)
  }

  /// Answers an invalid call with an error, unless it is a oneway call, and ends the call.
  private func answerWithError(_ call: IncomingCall, _ error: StandardError) {
    core.countError(error.name)
    if call.mode != .oneway, let frame = try? OutgoingFrame.error(error.name, error.parameters) {
      channel?.write(frame)
      flush()
    }
    endCall()
  }

  /// Ends the call in flight: frees its slot, and takes the next call, or closes the connection if the server is
  /// ending.
  func endCall() {
    releaseSlot()
    hasSentContinuingReply = false
    if case .closing = state { return }
    state = .idle
    if core.isShuttingDown { close() } else { handleReceivedCalls() }
  }

  /// Returns the slot of the call to the server, if the call has one.
  func releaseSlot() {
    guard holdsSlot else { return }
    holdsSlot = false
    core.releaseSlot()
  }
}
