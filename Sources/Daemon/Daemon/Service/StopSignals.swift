import Descriptors
import Glibc

/// The signals that end the daemon, and the signal that makes it read its files again. All of these signals are blocked
/// from the start, and the event loop receives them.
struct StopSignals {
  private static let stop = [SIGTERM, SIGINT]
  /// The signal for a reload (daemon(7)).
  private static let reload = SIGHUP
  private var watched: [LoopSignal] = []

  /// Blocks the signals in this thread, and in all threads that it starts.
  init() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in Self.stop + [Self.reload] { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Calls `onStop` or `onReload` on `loop` after a signal. Once the daemon is stopping, reloads are ignored.
  ///
  /// - Parameter onStop: Called only once; a later stop signal has no effect, and systemd can send SIGKILL.
  mutating func watch(
    on loop: EventLoop, onStop: @escaping () -> Void, onReload: @escaping () -> Void
  ) {
    var isStopping = false
    let stop = {
      if !isStopping { onStop() }
      isStopping = true
    }
    watched = Self.stop.map { LoopSignal(on: loop, $0, onSignal: stop) }
    watched.append(LoopSignal(on: loop, Self.reload) { if !isStopping { onReload() } })
  }
}
