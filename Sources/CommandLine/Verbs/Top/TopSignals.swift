#if canImport(Glibc)
  import Glibc
#endif

/// The writing end of the pipe to the loop; written by the handler.
nonisolated(unsafe) private var handledSignals: CInt = -1

/// Signals as bytes of a pipe, which the loop reads between its steps (signal-safety(7)).
final class TopSignals {
  /// The end to read, for poll(2).
  let descriptor: CInt

  /// The signals that end the process. It ends by them after the terminal was restored.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let others = [SIGWINCH, SIGTSTP, SIGCONT]

  /// Handles the signals from now on.
  init() {
    // A signal handler may call few functions. It writes the signal's number to this pipe, and the loop reads it.
    var pipeEnds: [CInt] = [-1, -1]
    if pipe(&pipeEnds) == 0 {
      for pipeEnd in pipeEnds {
        _ = fcntl(pipeEnd, F_SETFD, FD_CLOEXEC)
        _ = fcntl(pipeEnd, F_SETFL, O_NONBLOCK)
      }
    }
    descriptor = pipeEnds[0]
    handledSignals = pipeEnds[1]
    for number in Self.ending + Self.others { startHandling(number) }
  }

  /// Writes the number of the signal to the pipe from now on, in place of its usual effect.
  func startHandling(_ number: CInt) {
    signal(number) { number in
      // The interrupted code may be about to read errno, which write(2) changes.
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(handledSignals, &byte, 1)
      errno = error
    }
  }

  /// Gives the signal its usual effect, and sends it to this process.
  func raiseWithDefaultAction(_ number: CInt) {
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Returns the signals that have arrived, in their order.
  func arrived() -> [CInt] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &buffer, buffer.count)
    return count > 0 ? buffer[..<count].map { CInt($0) } : []
  }
}
