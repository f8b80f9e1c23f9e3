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

  /// Called when the server must end: no further call is taken, and a stream without end is ended.
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

  private func abandonCall() {
    releaseSlot()
    if case .inFlight(let weak) = state { weak.call?.abandon() }
  }

  /// Called when the connection has nothing left to do.
  func leave() {
    releaseSlot()
    core.remove(self)
  }
}
