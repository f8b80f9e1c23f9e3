import CLinux
import Descriptors
import Dispatch
import Glibc
import Scheduling

/// One timer that rings on a queue. It counts the machine's sleep, so what became due meanwhile is
/// seen right after resume.
///
/// It rings from a thread of its own. Through a dispatch source it would take two more threads to be
/// woken, one after the other, and on a busy machine each of them waits for its turn.
final class Alarm {
  private let alarmThread: AlarmThread
  private var isArmed = false

  init(queue: DispatchQueue, ring: @escaping () -> Void) throws(DaemonError) {
    alarmThread = try AlarmThread(queue: queue, ring: ring)
    try alarmThread.start()
  }

  deinit { alarmThread.stop() }

  /// Rings once after `delay`; nil never.
  func set(after delay: Duration?) {
    if let delay {
      isArmed = rubato_timer_arm(alarmThread.fd, delay.nanoseconds) == 0
    } else if isArmed {
      isArmed = rubato_timer_disarm(alarmThread.fd) != 0
    }
  }
}

/// Tells when somebody sets the wall clock.
final class ClockWatch {
  private let watch: DescriptorWatch

  init(queue: DispatchQueue, changed: @escaping () -> Void) throws(DaemonError) {
    let fd = rubato_clock_watch_open()
    guard fd >= 0 else { throw .system("timerfd_create", errno) }
    let watch = DescriptorWatch(fd, queue: queue) {
      rubato_clock_watch_renew(fd)
      changed()
    }
    guard let watch else { throw .system("epoll_ctl", errno) }
    self.watch = watch
  }
}
