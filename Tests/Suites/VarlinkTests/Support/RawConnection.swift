import Glibc
import Varlink

/// A connection whose bytes the test writes and reads itself.
final class RawConnection {
  private var fd: CInt
  private var received: [UInt8] = []

  init(_ path: String) throws {
    fd = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    let result = try UnixAddress(path).withSocketAddress { connect(fd, $0, $1) }
    guard result == 0 else { throw POSIXFailure(operation: "connect", code: errno) }
  }

  deinit { close() }

  func close() {
    if fd >= 0 { Glibc.close(fd) }
    fd = -1
  }

  /// Reports the end of the data to send, and continues to read.
  func closeWriting() { shutdown(fd, CInt(SHUT_WR)) }

  /// Sends each text with its NUL. Returns false if the other side has closed.
  @discardableResult
  func send(_ texts: String...) -> Bool { send(bytes: texts.flatMap { Array($0.utf8) + [0] }) }

  @discardableResult
  func send(bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(fd, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Waits for one message, and returns it.
  func receive() throws -> String {
    while true {
      if let end = received.firstIndex(of: 0) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard try fill() else { throw POSIXFailure(operation: "read to the end", code: 0) }
    }
  }

  /// Waits until the other side closes the connection, and returns everything that it had sent.
  func receiveToEnd() throws -> String {
    while try fill() {}
    return String(decoding: received, as: UTF8.self)
  }

  private func fill() throws -> Bool {
    var poll = pollfd(fd: fd, events: CShort(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 60_000) == 1 else { throw WaitedInVain() }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(fd, &chunk, chunk.count, 0)
    if count > 0 { received += chunk[..<count] }
    // If the other side closes a Unix socket with unread bytes, a read after the last byte returns ECONNRESET.
    return count > 0
  }
}

struct POSIXFailure: Error {
  let operation: String
  let code: CInt
}
