extension Connection {
  /// Closes when all that was written has been taken by the kernel.
  func close() {
    guard isServing else { return }
    abandonCall()
    state = .closing
    guard let channel else { return leave() }
    channel.flush { [weak channel] _ in channel?.close() }
  }

  /// Closes at once; what the client has not read is lost.
  func closeAtOnce() {
    abandonCall()
    state = .closing
    if let channel { channel.close() } else { leave() }
  }

  /// The server is to end: no further call is taken, and a stream without end is ended.
  func drain() {
    switch state {
    case .idle, .waiting: close()
    case .inFlight where hasContinued: close()
    case .inFlight, .streaming, .closing: break
    }
  }

  /// There can be no answer to the call, so the connection cannot go on.
  func abort(_ event: ServerEvent) {
    guard isServing else { return }
    core.note(event)
    closeAtOnce()
  }

  private func abandonCall() {
    releaseSlot()
    if case .inFlight(let weak) = state { weak.call?.abandon() }
  }

  /// Nothing of it is left to do.
  func leave() {
    releaseSlot()
    core.remove(self)
  }
}
