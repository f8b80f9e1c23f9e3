import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// Unbuffered output, so that a reader at the end of a pipe sees each line immediately. A reply may come from any
/// server, so that only the control characters of colours are written.
package enum Output {
  /// The number of the error that ended standard output, such as ENOSPC; `nil` if everything was written. Nothing more
  /// is written after an error, so that the output has no gap. Unsynchronized, since the program has one thread.
  nonisolated(unsafe) private static var errorCode: Int32?

  /// The refusal if a part of the answer was not written; `nil` if everything was.
  static var failure: Failure? {
    errorCode.map { code in
      .refused(
        "cannot write standard output: \(String(cString: strerror(code))); the answer is incomplete"
      )
    }
  }

  /// Writes a line of an answer to standard output.
  package static func print(_ line: String) {
    writeAnswer(Array((TerminalFilter.filtered(line) + "\n").utf8))
  }

  /// Writes a line to standard error: a problem, a notice or advice.
  package static func printError(_ line: String) {
    write(TerminalFilter.filtered(line) + "\n", to: STDERR_FILENO)
  }

  /// Writes a text to standard error without a line end, such as a question.
  package static func writeError(_ text: String) {
    write(TerminalFilter.filtered(text), to: STDERR_FILENO)
  }

  /// Writes output of a run, as for `logs`: unchanged, except on a terminal, which it must not control.
  static func write(_ text: String) {
    writeAnswer(Array((isTerminal ? runText.pass(text) : text).utf8))
  }

  /// Writes the text that the filter of a terminal still holds. Called after the last text of a run.
  static func endText() {
    if isTerminal { writeAnswer(Array(runText.end().utf8)) }
  }

  private static let isTerminal = isatty(STDOUT_FILENO) == 1
  /// The filter for text of runs; unsynchronized, since the program has one thread.
  nonisolated(unsafe) private static var runText = TerminalFilter(overwrites: true)

  /// Writes any bytes unchanged, as the whole or a part of an answer.
  static func writeAnswer(_ bytes: [UInt8]) {
    if errorCode == nil { errorCode = write(bytes[...], to: STDOUT_FILENO) }
  }

  /// Writes any bytes unchanged, to a socket or a terminal, which may be closed meanwhile.
  static func writeBytes(_ bytes: [UInt8]) { _ = write(bytes[...], to: STDOUT_FILENO) }

  /// Writes a text, and stops if it cannot be read any more.
  private static func write(_ text: String, to fd: Int32) {
    _ = write(Array(text.utf8)[...], to: fd)
  }

  /// Writes all bytes. If a descriptor that does not block is full, waits until it has room. Another error ends the
  /// output, and its number is returned; a closed pipe usually ends the process by SIGPIPE.
  private static func write(_ bytes: ArraySlice<UInt8>, to fd: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      let code = errno
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if code == EAGAIN {
        var poll = pollfd(fd: fd, events: CShort(POLLOUT), revents: 0)
        _ = Glibc.poll(&poll, 1, -1)
      } else if code != EINTR {
        return code
      }
    }
    return nil
  }
}
