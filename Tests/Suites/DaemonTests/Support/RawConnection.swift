import Glibc
import UnixSockets

/// A connection on which a test can send any bytes.
final class RawConnection {
  private let fd: CInt

  init(_ path: String) throws {
    fd = try UnixSocket.connect(to: path)
  }

  /// Takes over a connected socket.
  init(adopting fd: CInt) { self.fd = fd }

  func close() { _ = Glibc.close(fd) }

  /// Sends as much as the server accepts.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(fd, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Waits until the server has closed the connection.
  func isClosedByServer() -> Bool {
    var byte: UInt8 = 0
    return recv(fd, &byte, 1, 0) <= 0
  }

  /// Waits for one reply, and returns it; `nil` if the server has closed the connection.
  func nextFrame() -> [UInt8]? {
    var frame: [UInt8] = []
    var byte: UInt8 = 0
    while recv(fd, &byte, 1, 0) == 1 {
      if byte == 0 { return frame }
      frame.append(byte)
    }
    return nil
  }

  /// Waits for one reply.
  func receivesReply() -> Bool {
    var byte: UInt8 = 0
    while recv(fd, &byte, 1, 0) == 1 {
      if byte == 0 { return true }
    }
    return false
  }
}
