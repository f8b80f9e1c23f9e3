import CLinux
import Descriptors
import Glibc

/// Calls back each time the wall clock is set.
final class ClockWatch {
  private let watch: LoopWatch

  /// Calls `changed` on `loop` each time the wall clock is set.
  init(loop: EventLoop, changed: @escaping () -> Void) throws(DaemonError) {
    let fd = rubato_clock_watch_open()
    guard fd >= 0 else { throw .system("timerfd_create", errno) }
    let watch = LoopWatch(on: loop, closing: fd) {
      rubato_clock_watch_renew(fd)
      changed()
    }
    guard let watch else { throw .system("epoll_ctl", errno) }
    self.watch = watch
  }
}
