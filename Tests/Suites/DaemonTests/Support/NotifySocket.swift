import Glibc
import UnixSockets

/// Receives the messages of a daemon to systemd, as systemd does (sd_notify(3)).
final class NotifySocket {
  let path: String
  private let fd: CInt

  init(_ directory: TemporaryDirectory) throws {
    path = "\(directory.path)/notify"
    fd = try UnixSocket.receive(at: path)
  }

  deinit { close(fd) }

  /// Waits for the next message, and returns it; empty if none arrived within a minute.
  func next() -> String {
    var poll = pollfd(fd: fd, events: CShort(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 60_000) == 1 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(fd, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits for the next message with this beginning. Returns whether it arrived.
  func hears(_ beginning: String) -> Bool {
    while true {
      let message = next()
      if message.hasPrefix(beginning) { return true }
      if message.isEmpty { return false }
    }
  }
}
