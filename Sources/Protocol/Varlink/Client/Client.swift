/// A connection to a Varlink server. Each call blocks until it is answered.
///
/// A client belongs to one thread. After an error other than `remote`, `unexpectedReply` or `notEncodable` it is
/// closed, and every further call throws `disconnected`. It is also closed after an unexpected reply which others
/// follow.
package final class Client {
  /// The longest accepted reply, equal to the limit of systemd's library for a message.
  package static let maximumReplyBytes = 16 * 1024 * 1024

  /// The longest wait for each reply, also for each of several replies with `more`; `nil` if it is unlimited.
  package var timeout: Duration?

  /// The report of a slow reply; `nil` if there is none.
  package var delayNotice: DelayNotice?

  private var socket: StreamSocket?
  private var received = FrameBuffer(maximumFrameBytes: Client.maximumReplyBytes)
  /// The number of pipelined calls whose replies are not received yet.
  private var unansweredCount = 0

  /// Connects to `unix:/path`, `unix:@name` or a bare path.
  package convenience init(
    connectingTo address: String, timeout: Duration? = nil
  ) throws(ClientError) {
    do {
      try self.init(connectingTo: UnixAddress(address), timeout: timeout)
    } catch let error as AddressError {
      throw .address(error)
    } catch let error as ClientError {
      throw error
    } catch {
      // Not reached: both calls throw only the errors above.
      throw .unexpectedReply(reason: "\(error)")
    }
  }

  /// Connects to a server at `address`. `timeout` limits the wait for the connection, and later for each reply.
  package init(
    connectingTo address: UnixAddress, timeout: Duration? = nil
  ) throws(ClientError) {
    socket = try StreamSocket.connect(to: address, before: Deadline(after: timeout))
    self.timeout = timeout
  }

  /// Takes over a connected stream socket, and closes it at the end.
  package init(adopting fd: CInt, timeout: Duration? = nil) {
    socket = StreamSocket(adopting: fd)
    self.timeout = timeout
  }

  /// Whether the connection can be used.
  package var isOpen: Bool { socket != nil }

  /// Whether the connection can be used for another call: it is open, no call waits for a reply, and the server has
  /// neither closed it nor sent anything. A server can close an idle connection to make room for another user.
  package var isReusable: Bool {
    unansweredCount == 0 && received.isEmpty && socket?.isQuiet == true
  }

  /// The uid of the server as the kernel reports it; `nil` if it is unknown or the connection is closed.
  package var serverUser: UInt32? { socket?.peerUser }

  /// Ends the connection; a call that the server is still processing is abandoned.
  package func close() { socket = nil }

  /// Calls a method and waits for its reply.
  package func call<Output: Decodable>(
    _ method: String, _ parameters: some Encodable = NoParameters(), as _: Output.Type = Output.self
  ) throws(ClientError) -> Output {
    try send(method, parameters)
    return try receive()
  }

  /// Calls a method whose reply has no parameters.
  package func call(
    _ method: String, _ parameters: some Encodable = NoParameters()
  ) throws(ClientError) {
    _ = try call(method, parameters, as: NoParameters.self)
  }

  /// Calls a method without a reply, so that its success is unknown.
  package func oneway(
    _ method: String, _ parameters: some Encodable = NoParameters()
  ) throws(ClientError) {
    try transmit(method, parameters, .oneway)
  }

  /// The next action after one of several replies.
  package enum Next {
    case goOn
    /// Ends the connection: the protocol has no other way to cancel.
    case stop
  }

  /// Calls a method that may reply many times, and passes each reply to `body`. Returns after the last one, or when
  /// `body` returns `stop`, which closes the connection unless that reply is the last.
  package func more<Output: Decodable>(
    _ method: String, _ parameters: some Encodable = NoParameters(),
    as _: Output.Type = Output.self,
    _ body: (Output) -> Next
  ) throws(ClientError) {
    precondition(unansweredCount == 0, "the replies to pipelined calls must be received first")
    try transmit(method, parameters, .more)
    var continues = true
    while continues {
      let reply = try nextReply(mayContinue: true)
      continues = reply.continues
      var isWanted = false
      // Otherwise the next call would receive the replies that follow.
      defer { if !isWanted, continues { close() } }
      isWanted = body(try output(of: reply)) == .goOn
      if !isWanted { return }
    }
  }
}

// MARK: - Subscriptions

extension Client {
  /// The descriptor of the connection, for poll(2); `nil` if it is closed.
  package var descriptor: CInt? { socket?.fd }

  /// Calls a method that may reply many times, without waiting for a reply. `readArrivedReplies` passes on the replies;
  /// the connection is used for no other call.
  package func subscribe(_ method: String, _ parameters: some Encodable) throws(ClientError) {
    precondition(unansweredCount == 0, "the replies to pipelined calls must be received first")
    try transmit(method, parameters, .more)
  }

  /// Passes each reply to a subscription that has arrived to `body`, oldest first, without waiting. Throws `disconnected`
  /// if the server has closed the connection, or has sent its last reply, which `body` has then received.
  package func readArrivedReplies<Output: Decodable>(
    as _: Output.Type = Output.self, _ body: (Output) -> Void
  ) throws(ClientError) {
    try closingOnError { () throws(ClientError) in
      guard socket != nil else { throw .disconnected }
      try socket?.receiveArrived(into: &received)
      while let frame = try nextFrame() {
        let reply = try readReply(in: frame, mayContinue: true)
        body(try output(of: reply))
        guard reply.continues else { throw .disconnected }
      }
    }
  }
}

// MARK: - Pipelining

extension Client {
  /// Sends a call without waiting. `receive` must take the replies in the order of the calls.
  package func send(
    _ method: String, _ parameters: some Encodable = NoParameters()
  ) throws(ClientError) {
    try transmit(method, parameters, .single)
    unansweredCount += 1
  }

  /// Waits for the reply to the oldest call that has not been answered.
  package func receive<Output: Decodable>(
    as _: Output.Type = Output.self
  ) throws(ClientError) -> Output {
    precondition(unansweredCount > 0, "no call waits for a reply")
    let reply = try nextReply(mayContinue: false)
    unansweredCount -= 1
    return try output(of: reply)
  }
}

// MARK: - Messages

extension Client {
  /// The report of a reply that has not arrived after a while, which must be shorter than `timeout`.
  package struct DelayNotice {
    let after: Duration
    let report: () -> Void

    package init(after: Duration, report: @escaping () -> Void) {
      (self.after, self.report) = (after, report)
    }
  }

  /// Encodes and sends a call, and closes the connection if sending fails.
  private func transmit(
    _ method: String, _ parameters: some Encodable, _ mode: CallMode
  ) throws(ClientError) {
    let frame: [UInt8]
    do {
      frame = try OutgoingFrame.call(method, parameters, mode: mode)
    } catch {
      throw .notEncodable(error)
    }
    try closingOnError { () throws(ClientError) in
      guard socket != nil else { throw .disconnected }
      try socket?.send(frame, before: Deadline(after: timeout), received: &received)
    }
  }

  /// Waits for the next reply, and closes the connection if none arrives within `timeout` or the reply is malformed.
  /// `mayContinue` is whether other replies to the call may follow.
  private func nextReply(mayContinue: Bool) throws(ClientError) -> IncomingReply {
    try closingOnError { () throws(ClientError) in
      // The deadline is set first, because the wait for the delay notice is a part of `timeout`.
      let deadline = Deadline(after: timeout)
      try waitForDelayNotice()
      while true {
        if let frame = try nextFrame() { return try readReply(in: frame, mayContinue: mayContinue) }
        guard socket != nil else { throw .disconnected }
        try socket?.receive(into: &received, before: deadline)
      }
    }
  }

  /// Waits for the first bytes of a reply, and calls `delayNotice` if none come within its duration. Does nothing if
  /// bytes have arrived, or if `timeout` is not longer than that duration; `nil` is longer than any.
  private func waitForDelayNotice() throws(ClientError) {
    guard let notice = delayNotice, timeout.map({ $0 > notice.after }) != false, received.isEmpty
    else { return }
    guard socket != nil else { throw .disconnected }
    do throws(ClientError) {
      try socket?.receive(into: &received, before: Deadline(after: notice.after))
    } catch {
      guard case .timedOut = error else { throw error }
      notice.report()
    }
  }

  /// Returns the next whole message that was received; `nil` if there is none yet. Throws `protocolViolation` if it is
  /// too long.
  private func nextFrame() throws(ClientError) -> [UInt8]? {
    do {
      return try received.nextFrame()
    } catch {
      throw .protocolViolation(error)
    }
  }

  /// Reads a reply from a message. Throws `protocolViolation` if it is malformed, or continues although `mayContinue`
  /// is false.
  private func readReply(
    in frame: [UInt8], mayContinue: Bool
  ) throws(ClientError) -> IncomingReply {
    do throws(ProtocolViolation) {
      let reply = try IncomingReply(frame)
      if reply.continues, !mayContinue { throw ProtocolViolation.unexpectedContinuation }
      return reply
    } catch {
      throw .protocolViolation(error)
    }
  }

  /// Decodes the output of a reply. Throws `remote` if the reply is an error of the server.
  private func output<Output: Decodable>(
    of reply: IncomingReply
  ) throws(ClientError) -> Output {
    if let error = reply.error {
      throw .remote(RemoteError(name: error, parameters: reply.parameters))
    }
    do {
      return try reply.decode()
    } catch {
      throw .unexpectedReply(reason: "\(error)")
    }
  }

  /// Returns the result of `body`, and closes the connection if `body` throws an error.
  private func closingOnError<Result>(
    _ body: () throws(ClientError) -> Result
  ) throws(ClientError) -> Result {
    do {
      return try body()
    } catch {
      close()
      throw error
    }
  }
}
