extension Connection {
  /// Closes when the kernel has taken all written bytes.
  func close() {
    guard isServing else { return }
    abandonCall()
    state = .closing
    guard let channel else { return leave() }
    channel.flush { [weak channel] _ in channel?.close() }
  }

  /// Closes immediately; unread bytes are lost.
  func closeAtOnce() {
    abandonCall()
    state = .closing
    if let channel { channel.close() } else { leave() }
  }

  /// Closes the connection, unless a call waits for its first reply or for the rest of a sequence. Called when the
  /// server must end. A stream without an end is ended.
  func drain() {
    switch state {
    case .idle, .waiting: close()
    case .inFlight where hasContinued: close()
    case .inFlight, .streaming, .closing: break
    }
  }

  /// Closes the connection because the call cannot be answered.
  func abort(_ event: ServerEvent) {
    guard isServing else { return }
    core.note(event)
    closeAtOnce()
  }

  /// Frees the slot, and marks the call in flight as abandoned.
  private func abandonCall() {
    releaseSlot()
    if case .inFlight(let weak) = state { weak.call?.abandon() }
  }

  /// Removes the connection from the server. Called when the connection has nothing left to do.
  func leave() {
    releaseSlot()
    core.remove(self)
  }
}
