import Control
import Terminal
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

// Calls that continue over restarts of the daemon.
extension Session {
  /// The longest absence of a daemon whose socket was removed with it. systemd's sockets stay, and hold new
  /// connections.
  private static let longestAbsence = Duration.seconds(60)

  /// The largest number of connections in a row that may be closed without an answer.
  private static let mostRefusals = 100
  /// The pause after such a connection, in microseconds. All pauses together take a second.
  private static let pauseAfterRefusal: UInt32 = 10_000

  /// Calls a method whose answer may come much later. If the daemon ends meanwhile, the call is repeated to the next
  /// one.
  ///
  /// - Parameter limit: The longest wait for the answer; `nil` if it is unlimited.
  func await<Method: ControlMethod>(
    _ method: Method, atMost limit: Duration? = nil
  ) throws(Failure) -> Method.Reply {
    try acrossRestarts(atMost: limit) { (client) throws(ClientError) in
      try client.call(Method.fullName, method, as: Method.Reply.self)
    }
  }

  /// Reads the output of runs, and continues with new output. If the daemon ends meanwhile, the rest is read from the
  /// next one.
  ///
  /// - Parameter body: Handles each piece, and returns whether to continue.
  func readOutput(
    _ call: Logs, _ body: (Logs.Reply) -> Client.Next
  ) throws(Failure) {
    var call = call
    try acrossRestarts { (client) throws(ClientError) in
      try client.more(Logs.fullName, call, as: Logs.Reply.self) { piece in
        // If the connection is lost after this piece, the next call reads the rest.
        if call.run == nil {
          // `after` is exclusive. After a restart, reading continues with this run, or with the next if it has ended.
          call.after = piece.ended == nil ? piece.run &- 1 : piece.run
          call.since = nil
        }
        // The end of a piece is where the rest of the same run begins. Another run is read from its beginning.
        let continuesSameRun = piece.ended == nil || call.run != nil
        call.offset = continuesSameRun ? piece.end : nil
        return body(piece)
      }
    }
  }

  /// Calls `body` with a connection. Each time the connection is lost, calls `body` again with a connection to the next
  /// daemon. Throws an error if `body` fails for another reason, if the daemon was stopped, or if no daemon starts.
  ///
  /// - Parameter limit: The longest time for all calls of `body` together; `nil` if it is unlimited.
  private func acrossRestarts<Result>(
    atMost limit: Duration? = nil, _ body: (Client) throws(ClientError) -> Result
  ) throws(Failure) -> Result {
    let end = limit.map { ContinuousClock.now + $0 }
    var refusals = 0
    while true {
      do throws(ClientError) {
        let client = try answeringConnection()
        client.timeout = end.map { max(.milliseconds(1), $0 - ContinuousClock.now) }
        return try body(client)
      } catch {
        // A server that has not answered at all is silent, which is another error.
        if let limit, hasAnswered, case .timedOut = error { throw .waitIsOver(after: limit) }
        // A daemon that ends may still accept a connection. A server that closes each one is not a daemon.
        refusals = hasAnswered ? 0 : refusals + 1
        guard case .disconnected = error, refusals <= Self.mostRefusals else {
          throw Failure(error, instance: instance)
        }
        if refusals > 0 { usleep(Self.pauseAfterRefusal) }
        try reconnect(before: end)
      }
    }
  }

  /// Connects to the next daemon, which may take a while to start, before `end`; not to a stopped one.
  private func reconnect(before end: ContinuousClock.Instant?) throws(Failure) {
    let timeLeft = end.map { $0 - ContinuousClock.now } ?? Self.longestAbsence
    let wait = SocketWait(
      for: instance.socketPath, atMost: min(timeLeft, Self.longestAbsence))
    repeat {
      if instance.isStopped {
        throw .noDaemon("rubatod was stopped; \(instance.resumeAdvice)")
      }
      do throws(ClientError) {
        return try connect()
      } catch {
        guard case .notListening = error else { throw Failure(error, instance: instance) }
      }
    } while wait?.waitForChange() == true
    throw .noDaemon("rubatod has ended and was not restarted; \(instance.startAdvice)")
  }
}
