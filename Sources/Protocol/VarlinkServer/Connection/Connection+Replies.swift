import Varlink

extension Connection {
  /// Carries out a delivery of a handler for the call in flight. The next `flush` sends the written bytes.
  func deliver(_ delivery: Delivery) {
    switch delivery {
    case .reply(let frame, let final, let error):
      if let error { core.countError(error) }
      writeReply(frame, final: final)
    // A oneway call has no reply.
    case .finished: endCall()
    case .stream(let method, let makeSource): startStream(makeSource(), method: method)
    // The client has disconnected, so the handler may drop the call.
    case .unanswered where channel == nil: endCall()
    case .unanswered(let method): closeReporting(.unanswered(method: method))
    case .notEncodable(let method, let failure):
      closeReporting(.notEncodable(method: method, failure))
    case .overflow: closeReporting(.slowReader(peer))
    }
  }

  /// Sends the written replies, as far as the kernel takes them now.
  func flush() { channel?.flush() }

  /// Writes a reply to the call in flight, or drops it if the connection is closed or closing. The final reply ends the
  /// call.
  private func writeReply(_ frame: [UInt8], final: Bool) {
    if let channel, isServing {
      channel.write(frame) { [unreadBytes] _ in unreadBytes.remove(frame.count) }
    } else {
      unreadBytes.remove(frame.count)
    }
    if final { endCall() } else { recordContinuingReply() }
  }

  /// Whether the connection has not begun to close.
  var isServing: Bool {
    if case .closing = state { false } else { true }
  }

  /// Records that the call has sent the first of several replies. From then on it needs no slot.
  private func recordContinuingReply() {
    hasSentContinuingReply = true
    releaseSlot()
  }

  /// Starts to send the replies of `source`. Ends the call instead if the client has disconnected.
  private func startStream(_ source: ReplySource, method: String) {
    guard channel != nil else { return endCall() }
    // The state of a closing connection is another one.
    guard case .inFlight = state else { return }
    recordContinuingReply()
    state = .streaming(source, method: method)
    writeMoreOfStream()
  }

  /// Writes replies of the stream up to `streamAheadBytes`, and continues when the kernel has taken them. Ends the call
  /// after the last reply.
  private func writeMoreOfStream() {
    guard case .streaming(let source, let method) = state, let channel else { return }
    var written = 0
    while written < Self.streamAheadBytes {
      do {
        guard let frame = try source.nextFrame() else {
          flush()
          return endCall()
        }
        channel.write(frame)
        written += frame.count
      } catch {
        return closeReporting(.notEncodable(method: method, error))
      }
    }
    // This goes through the loop's queue: other connections have their turn in between.
    channel.flush { isTaken in
      if isTaken { self.core.afterOthers { self.writeMoreOfStream() } }
    }
  }
}
