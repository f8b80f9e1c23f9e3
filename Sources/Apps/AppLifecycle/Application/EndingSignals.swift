import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The signals that ask a process to end.
///
/// They have a handler and are not ignored, since children would inherit ignored signals.
@MainActor enum EndingSignals {
  /// The writing end of the pipe by which the signal handler passes the signal's number to the main queue. A handler
  /// can do little else (signal-safety(7)).
  private nonisolated(unsafe) static var writer: Int32 = -1
  private static var source: (any DispatchSourceRead)?

  /// Calls `onSignal` on the main queue when the process receives SIGTERM or SIGINT. Then the process ends by that
  /// signal. Called when the app is launched; calls after the first one have no effect.
  static func watch(_ onSignal: @escaping @MainActor () -> Void) {
    guard source == nil else { return }
    // A signal handler may call few functions. It writes the signal's number to this pipe, and the main queue reads it.
    var pipeEnds: [Int32] = [-1, -1]
    guard pipe(&pipeEnds) == 0 else { return }
    // Children do not inherit the pipe, and neither the signal handler nor the main queue may block on it.
    for pipeEnd in pipeEnds {
      _ = fcntl(pipeEnd, F_SETFD, FD_CLOEXEC)
      _ = fcntl(pipeEnd, F_SETFL, O_NONBLOCK)
    }
    let reader = pipeEnds[0]
    writer = pipeEnds[1]
    let signalSource = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .main)
    signalSource.setEventHandler {
      var byte: UInt8 = 0
      guard read(reader, &byte, 1) == 1 else { return }
      let signalNumber = Int32(byte)
      MainActor.assumeIsolated { onSignal() }
      // The end by a signal does not write buffered output.
      fflush(nil)
      // With its default action, the signal now ends the process.
      signal(signalNumber, SIG_DFL)
      // Sent to the process, since threads of Dispatch block signals.
      kill(getpid(), signalNumber)
    }
    signalSource.resume()
    source = signalSource
    var watchedSignals = sigset_t()
    sigemptyset(&watchedSignals)
    for watchedSignal in [SIGTERM, SIGINT] {
      sigaddset(&watchedSignals, watchedSignal)
      signal(watchedSignal) { signalNumber in
        var byte = UInt8(truncatingIfNeeded: signalNumber)
        _ = write(EndingSignals.writer, &byte, 1)
      }
    }
    // A parent that started the process from a thread of Dispatch passed its blocked signals on (sigprocmask(2)).
    pthread_sigmask(SIG_UNBLOCK, &watchedSignals, nil)
  }
}
