import Glibc

/// The signals that end the daemon, and the one that makes it read its files again, taken by the
/// thread that waits for them.
///
/// Dispatch's signal sources need `dispatchMain`, whose thread unblocks every signal, and lose one
/// that the kernel hands to a thread of somebody else's.
struct StopSignals {
  enum Wish {
    case stop
    /// SIGHUP, as daemon(7) has it.
    case reload
  }

  private var set = sigset_t()

  /// Blocks the signals in this thread, and in all that it starts.
  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGHUP)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Returns when one of them has come.
  func wait() -> Wish {
    var set = set
    var number: CInt = 0
    while sigwait(&set, &number) != 0 {}
    return number == SIGHUP ? .reload : .stop
  }
}
