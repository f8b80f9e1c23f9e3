import CLinux

#if canImport(Glibc)
  import Glibc
#endif

/// A connected stream socket with blocking reads and writes, each with a deadline. Its descriptor is closed with it.
struct StreamSocket: ~Copyable {
  let fd: CInt

  init(adopting fd: CInt) { self.fd = fd }

  deinit { close(fd) }

  /// Connects to the server at `address`. The deadline limits the wait for a server with a full backlog.
  static func connect(
    to address: UnixAddress, before deadline: Deadline
  ) throws(ClientError) -> StreamSocket {
    let fd = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard fd >= 0 else { throw .system(operation: "socket", code: errno) }
    let stream = StreamSocket(adopting: fd)
    stream.limitConnecting(to: deadline)
    let result = address.withSocketAddress { Glibc.connect(fd, $0, $1) }
    guard result == 0 else { throw connectError(address, errno, deadline) }
    SocketRole.client.mark(fd: fd)
    return stream
  }

  /// The uid of the process that listens at the other end (SO_PEERCRED: unix(7)); `nil` if the kernel does not report
  /// it.
  var peerUser: UInt32? {
    var credentials = rubato_peer_credentials()
    var length = socklen_t(MemoryLayout<rubato_peer_credentials>.size)
    let result = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return result == 0 ? credentials.uid : nil
  }

  /// Returns the error for the errno of a failed connect(2).
  private static func connectError(
    _ address: UnixAddress, _ code: CInt, _ deadline: Deadline
  ) -> ClientError {
    switch code {
    case ENOENT, ENOTDIR: .notListening(address, reason: .missing)
    case ECONNREFUSED: .notListening(address, reason: .refused)
    case EACCES, EPERM: .permissionDenied(address)
    // The send time-out of `limitConnecting` has passed.
    case EAGAIN: .timedOut(deadline.timeout ?? .zero)
    default: .system(operation: "connect to \(address)", code: code)
    }
  }

  /// Sets the send time-out, which limits how long connect(2) waits for a Unix socket with a full backlog (socket(7)).
  private func limitConnecting(to deadline: Deadline) {
    guard let timeout = deadline.timeout else { return }
    let parts = timeout.components
    let attosecondsPerMicrosecond: Int64 = 1_000_000_000_000
    var value = timeval(
      tv_sec: Int(clamping: parts.seconds),
      tv_usec: Int(parts.attoseconds / attosecondsPerMicrosecond))
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &value, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends all of `bytes`. Bytes that arrive while the socket is full go to `received`: otherwise two sides that both
  /// write first could wait for each other for ever. If the server has closed the connection, receives its last bytes
  /// instead.
  borrowing func send(
    _ bytes: [UInt8], before deadline: Deadline, received: inout FrameBuffer
  ) throws(ClientError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
        return Glibc.send(fd, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        let ready = try wait(for: POLLIN | POLLOUT, before: deadline)
        if ready & CShort(POLLIN) != 0 { try receive(into: &received, before: deadline) }
      } else if errno == EPIPE || errno == ECONNRESET {
        // A server that accepts no more connections of a user sends a reply and closes this one.
        return try receive(into: &received, before: deadline)
      } else if errno != EINTR {
        throw Self.lossError(operation: "send")
      }
    }
  }

  /// Waits for bytes and appends them to `buffer`. Throws `disconnected` if the other side has closed the connection.
  borrowing func receive(
    into buffer: inout FrameBuffer, before deadline: Deadline
  ) throws(ClientError) {
    let count = try receiveOnce(before: deadline) { buffer.append($0) }
    if count == 0 { throw .disconnected }
  }

  /// Appends the bytes that have arrived to `buffer`, without waiting. Throws `disconnected` if the other side has
  /// closed the connection and nothing is left to read.
  borrowing func receiveArrived(into buffer: inout FrameBuffer) throws(ClientError) {
    let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { target in
      let count = recv(fd, target.baseAddress, target.count, CInt(MSG_DONTWAIT))
      if count > 0 { buffer.append(UnsafeRawBufferPointer(rebasing: target[..<count])) }
      return count
    }
    if count == 0 { throw .disconnected }
    guard count > 0 || errno == EAGAIN || errno == EINTR else {
      throw Self.lossError(operation: "recv")
    }
  }

  /// Waits for bytes and passes them to `body`. Returns their number; 0 if the other side has closed the connection.
  private borrowing func receiveOnce(
    before deadline: Deadline, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ClientError) -> Int {
    while true {
      // Without a time limit, recv(2) itself waits.
      if deadline.timeout != nil { _ = try wait(for: POLLIN, before: deadline) }
      let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { target in
        let count = recv(fd, target.baseAddress, target.count, 0)
        if count > 0 { body(UnsafeRawBufferPointer(rebasing: target[..<count])) }
        return count
      }
      if count >= 0 { return count }
      guard errno == EINTR || errno == EAGAIN else { throw Self.lossError(operation: "recv") }
      // Only an adopted descriptor can be non-blocking.
      if errno == EAGAIN { _ = try wait(for: POLLIN, before: deadline) }
    }
  }

  /// Waits until one of `events` of poll(2) is possible, and returns the possible ones. Throws `timedOut` at the
  /// deadline.
  private borrowing func wait(
    for events: CInt, before deadline: Deadline
  ) throws(ClientError) -> CShort {
    while true {
      var poll = pollfd(fd: fd, events: CShort(events), revents: 0)
      let count = Glibc.poll(&poll, 1, deadline.remainingMilliseconds)
      if count > 0 { return poll.revents }
      if count == 0 { throw .timedOut(deadline.timeout ?? .zero) }
      guard errno == EINTR else { throw .system(operation: "poll", code: errno) }
    }
  }

  /// Whether nothing has arrived and the other side has not closed the connection. Does not wait.
  var isQuiet: Bool {
    var byte: UInt8 = 0
    while true {
      let count = recv(fd, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
      if count >= 0 || errno != EINTR { return count < 0 && errno == EAGAIN }
    }
  }

  /// Returns the error for the errno of a failed send or receive.
  private static func lossError(operation: String) -> ClientError {
    switch errno {
    case EPIPE, ECONNRESET: .disconnected
    default: .system(operation: operation, code: errno)
    }
  }
}

/// The end of a wait.
struct Deadline {
  /// The time from the start; `nil` if it is unlimited.
  let timeout: Duration?
  private let end: ContinuousClock.Instant?

  init(after timeout: Duration?) {
    self.timeout = timeout
    end = timeout.map { ContinuousClock.now + $0 }
  }

  /// The time left as poll(2) takes it, -1 for ever. It is rounded up, to avoid spinning through the last millisecond.
  var remainingMilliseconds: CInt {
    guard let end else { return -1 }
    let left = max(.zero, end - ContinuousClock.now).components
    let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
    let roundedUp = left.attoseconds + attosecondsPerMillisecond - 1
    let milliseconds = left.seconds * 1000 + roundedUp / attosecondsPerMillisecond
    return CInt(clamping: milliseconds)
  }
}
