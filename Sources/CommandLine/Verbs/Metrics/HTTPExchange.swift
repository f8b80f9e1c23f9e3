import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// One HTTP request on standard input, which is the socket of its connection: systemd starts `metrics --answer-http`
/// for each connection.
enum HTTPExchange {
  /// The time for the whole head of a request, in milliseconds.
  private static let headTimeLimit = 5000
  /// The time in which the client must close its side after the answer, in milliseconds.
  private static let closeTimeLimit = 1000

  /// The result of reading a request.
  enum Received {
    case head(HTTPRequest)
    /// The answer to a head that is late, too long or malformed.
    case refused(HTTPAnswer)
    /// The client has closed the connection without a request.
    case nothing
  }

  /// Reads the head of a request within the time limit. A body is not read.
  static func receive() -> Received {
    let deadline = milliseconds() + headTimeLimit
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var ready = pollfd(fd: STDIN_FILENO, events: CShort(POLLIN), revents: 0)
      let left = deadline - milliseconds()
      guard left > 0, poll(&ready, 1, CInt(left)) != 0 else {
        return .refused(HTTPAnswer(.timeout, "the request did not arrive in time"))
      }
      // A signal has interrupted poll(2), so that a read would wait without a limit.
      if ready.revents == 0 { continue }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        return bytes.isEmpty
          ? .nothing : .refused(HTTPAnswer(.badRequest, "the request ends early"))
      }
      bytes += buffer[..<count]
      if let end = HTTPRequest.end(ofHeadIn: bytes), end <= HTTPRequest.mostBytes {
        return parsed(Array(bytes[..<end]))
      }
      if bytes.count > HTTPRequest.mostBytes {
        return .refused(
          HTTPAnswer(.tooLong, "the head of a request has at most \(HTTPRequest.mostBytes) bytes"))
      }
    }
  }

  /// Returns the request with this head; a refusal if it is malformed.
  private static func parsed(_ head: [UInt8]) -> Received {
    HTTPRequest(head: head).map { .head($0) }
      ?? .refused(HTTPAnswer(.badRequest, "this is no request of HTTP/1.1"))
  }

  /// Writes the answer, and reads the rest of the request before the socket is closed: with unread bytes, the kernel
  /// would reset the connection, and the client could lose the answer.
  static func send(_ answer: HTTPAnswer) {
    Output.writeBytes(answer.bytes)
    shutdown(STDOUT_FILENO, CInt(SHUT_WR))
    var buffer = [UInt8](repeating: 0, count: 4096)
    let deadline = milliseconds() + closeTimeLimit
    var ready = pollfd(fd: STDIN_FILENO, events: CShort(POLLIN), revents: 0)
    // Ends at the deadline, at the end of the client's side, and at an error.
    while deadline > milliseconds(),
      poll(&ready, 1, CInt(max(0, deadline - milliseconds()))) > 0,
      read(STDIN_FILENO, &buffer, buffer.count) > 0
    {}
  }

  /// Returns the time since the boot in milliseconds, by a clock that is never set.
  private static func milliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}
