extension Connection {
  /// Abandons the call in flight, and closes the connection when the kernel has taken all written bytes. Does nothing
  /// if the connection is already closing.
  func close() {
    guard isServing else { return }
    abandonCall()
    state = .closing
    guard let channel else { return removeFromServer() }
    channel.flush { [weak channel] _ in channel?.close() }
  }

  /// Abandons the call in flight, and closes the connection immediately; replies that the client has not received are
  /// lost.
  func closeImmediately() {
    abandonCall()
    state = .closing
    if let channel { channel.close() } else { removeFromServer() }
  }

  /// Closes the connection because the server must end, unless a call waits for its first reply or for the rest of a
  /// sequence. A call with continuing replies from its handler is ended, since they may never end.
  func closeForShutdown() {
    switch state {
    case .idle, .waiting: close()
    case .inFlight where hasSentContinuingReply: close()
    case .inFlight, .streaming, .closing: break
    }
  }

  /// Logs `event`, the reason why the call cannot be answered, and closes the connection immediately.
  func closeReporting(_ event: ServerEvent) {
    guard isServing else { return }
    core.report(event)
    closeImmediately()
  }

  /// Frees the slot, and marks the call in flight as abandoned.
  private func abandonCall() {
    releaseSlot()
    if case .inFlight(let weak) = state { weak.call?.abandon() }
  }

  /// Removes the connection from the server. Called when the connection has nothing left to do.
  func removeFromServer() {
    releaseSlot()
    core.remove(self)
  }
}
