import CLinux
import Glibc

/// A named pipe. A test reads from it that processes have reached some point. It ends when, and only when, all
/// processes that hold it are dead.
final class Lifeline {
  let path: String
  private let fd: Int32

  init(in directory: String, name: String = "lifeline") {
    path = "\(directory)/\(name)"
    mkfifo(path, 0o666)
    chmod(path, 0o666)
    fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit { close(fd) }

  /// Waits for a line of text, and returns it.
  func waitForLine() -> String? {
    var line = [UInt8]()
    while let byte = readByte() {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Waits until no process holds the pipe for writing.
  func waitForEnd() -> Bool {
    while readByte() != nil {}
    return isOver
  }

  /// Whether no process holds the pipe for writing now. Does not wait.
  var isOver: Bool {
    var byte: UInt8 = 0
    while true {
      let count = read(fd, &byte, 1)
      if count == 0 { return true }
      if count < 0 { return false }
    }
  }

  private func readByte() -> UInt8? {
    var byte: UInt8 = 0
    var event = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    // Long enough for any machine: only a broken launcher takes longer.
    guard poll(&event, 1, 60_000) > 0, read(fd, &byte, 1) == 1 else { return nil }
    return byte
  }
}
