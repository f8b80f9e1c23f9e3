import Transfers

#if canImport(Glibc)
  import Glibc
#endif

/// SIGTERM and SIGINT as a descriptor for poll(2): the time of the run is over.
enum StopSignal {
  nonisolated(unsafe) private static var ends: [Int32] = [-1, -1]
  nonisolated(unsafe) private static var writing: Int32 = -1

  /// The descriptor that is readable after a stop signal.
  static var descriptor: Int32 { ends[0] }

  /// Waits for a stop signal, at most this many milliseconds. Returns whether one came.
  static func comes(within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&poller, 1, milliseconds) } while count < 0 && errno == EINTR
    return count > 0
  }

  /// Whether the transfer must not continue with another run.
  static var endsTransfer: Bool {
    guard let path = getenv("RUBATO_STOP_REASON_FILE"),
      let reason = TransferFile.read(String(cString: path), limit: 4096)
    else { return false }
    let words = String(decoding: reason, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.first == "cancelled" || words.first == "forceQuit"
  }

  /// Makes `descriptor` readable when SIGTERM or SIGINT arrives, in place of ending the process. Called once, at the
  /// start.
  static func watch() {
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writing = ends[1]
    // The parent process may have blocked them, and curl inherits that as well.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    for number in [SIGTERM, SIGINT] {
      signal(number) { _ in
        var byte: UInt8 = 0
        _ = write(StopSignal.writing, &byte, 1)
      }
    }
    // The end of curl is detected by waiting for it.
    signal(SIGPIPE, SIG_IGN)
  }
}
