import Control
import Terminal
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

// Calls that last, over restarts of the daemon.
extension Session {
  /// How long a daemon may be gone whose socket went with it. One of systemd's stays, and holds whoever connects.
  private static let absence = Duration.seconds(60)

  /// So many connections in a row may be closed without an answer, with a pause of so many microseconds after each.
  private static let mostRefusals = 100
  private static let pause: UInt32 = 10_000

  /// Calls a method whose answer may come much later. If the daemon ends meanwhile, the next one is asked again.
  func await<Method: ControlMethod>(_ method: Method) throws(Failure) -> Method.Reply {
    try lasting { (client) throws(ClientError) in
      try client.call(Method.fullName, method, as: Method.Reply.self)
    }
  }

  /// Reads what runs wrote, and what they write on. If the daemon ends meanwhile, the next one is asked for the rest.
  ///
  /// - Parameter body: Takes each piece, and says whether to go on.
  func readOutput(
    _ call: Logs, _ body: (Logs.Reply) -> Client.Next
  ) throws(Failure) {
    var call = call
    try lasting { (client) throws(ClientError) in
      try client.more(Logs.fullName, call, as: Logs.Reply.self) { piece in
        if call.run == nil {
          // With what has ended the next begins.
          call.after = piece.ended == nil ? piece.run &- 1 : piece.run
          call.since = nil
        }
        call.offset = piece.ended == nil || call.run != nil ? piece.end : nil
        return body(piece)
      }
    }
  }

  private func lasting<Result>(
    _ body: (Client) throws(ClientError) -> Result
  ) throws(Failure) -> Result {
    var refusals = 0
    while true {
      do throws(ClientError) {
        return try body(try answering())
      } catch {
        // A daemon that ends may still take a connection. A server that closes each one is no daemon.
        refusals = hasAnswered ? 0 : refusals + 1
        guard case .disconnected = error, refusals <= Self.mostRefusals else {
          throw Failure(error, instance: instance)
        }
        if refusals > 0 { usleep(Self.pause) }
        try reconnect()
      }
    }
  }

  /// Connects to the next daemon, which may be a while in coming; not to one that was stopped.
  private func reconnect() throws(Failure) {
    let wait = SocketWait(for: instance.socketPath, atMost: Self.absence)
    repeat {
      if instance.isStopped {
        throw .noDaemon("rubatod was stopped; \(instance.resumeAdvice)")
      }
      do throws(ClientError) {
        return try connect()
      } catch {
        guard case .notListening = error else { throw Failure(error, instance: instance) }
      }
    } while wait?.wait() == true
    throw .noDaemon("rubatod has ended, and none has come back; \(instance.startAdvice)")
  }
}
