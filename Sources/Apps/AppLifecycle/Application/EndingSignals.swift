import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The signals that ask a process to end.
///
/// They have a handler and are not ignored, so that children do not inherit that.
@MainActor enum EndingSignals {
  /// The end of the pipe that the handler writes to. A handler can do little else (signal-safety(7)).
  private nonisolated(unsafe) static var writer: Int32 = -1
  private static var source: (any DispatchSourceRead)?

  /// Calls `body` on the main queue when the process receives SIGTERM or SIGINT. Then the process ends by that
  /// signal. Calls after the first one have no effect.
  static func watch(_ body: @escaping @MainActor () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard source == nil, pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let reader = ends[0]
    writer = ends[1]
    let source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .main)
    source.setEventHandler {
      var number: UInt8 = 0
      guard read(reader, &number, 1) == 1 else { return }
      MainActor.assumeIsolated { body() }
      fflush(nil)
      signal(Int32(number), SIG_DFL)
      // Sent to the process, since threads of Dispatch block signals.
      kill(getpid(), Int32(number))
    }
    source.resume()
    self.source = source
    // A parent that started the process from a thread of Dispatch passed its blocked signals on (sigprocmask(2)).
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGTERM, SIGINT] {
      sigaddset(&set, number)
      signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(EndingSignals.writer, &byte, 1)
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
