#if canImport(Glibc)
  import Glibc
#endif

/// Writes at once, so that a reader at the end of a pipe sees each line when it happens.
package enum Output {
  package static func print(_ line: String) {
    write(line + "\n")
  }

  static func write(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  package static func printError(_ line: String) {
    write(line + "\n", to: STDERR_FILENO)
  }

  package static func writeError(_ text: String) {
    write(text, to: STDERR_FILENO)
  }

  /// Bytes as they are, which may be anything.
  static func writeBytes(_ bytes: [UInt8]) { write(bytes[...], to: STDOUT_FILENO) }

  /// Gives up where nobody can read any more; a closed pipe ends the process by SIGPIPE.
  private static func write(_ text: String, to fd: Int32) {
    write(Array(text.utf8)[...], to: fd)
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to fd: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var poll = pollfd(fd: fd, events: CShort(POLLOUT), revents: 0)
        _ = Glibc.poll(&poll, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
