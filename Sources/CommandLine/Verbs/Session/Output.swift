import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// Writes at once, so that a reader at the end of a pipe sees each line when it happens. A reply may come from anybody's
/// server, so that no control character but those of colours is written.
package enum Output {
  package static func print(_ line: String) {
    write(TerminalFilter.filtered(line) + "\n", to: STDOUT_FILENO)
  }

  package static func printError(_ line: String) {
    write(TerminalFilter.filtered(line) + "\n", to: STDERR_FILENO)
  }

  package static func writeError(_ text: String) {
    write(TerminalFilter.filtered(text), to: STDERR_FILENO)
  }

  /// Text of a run: as it is, but for a terminal, which it cannot steer.
  static func write(_ text: String) {
    write(isTerminal ? runText.pass(text) : text, to: STDOUT_FILENO)
  }

  /// Called after the last text of a run.
  static func endText() {
    if isTerminal { write(runText.end(), to: STDOUT_FILENO) }
  }

  private static let isTerminal = isatty(STDOUT_FILENO) == 1
  /// The program has one thread.
  nonisolated(unsafe) private static var runText = TerminalFilter(overwrites: true)

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
