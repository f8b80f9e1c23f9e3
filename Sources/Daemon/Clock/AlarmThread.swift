import CLinux
import Dispatch
import Glibc
import Synchronization

/// The thread of an alarm: waits for its timer, and rings on the queue.
///
/// The closure is called on the queue alone, which is what makes it safe to send.
final class AlarmThread: @unchecked Sendable {
  let fd: CInt
  private let queue: DispatchQueue
  private let ring: () -> Void
  private let isStopped = Atomic(false)

  init(queue: DispatchQueue, ring: @escaping () -> Void) throws(DaemonError) {
    fd = rubato_timer_open()
    guard fd >= 0 else { throw .system("timerfd_create", errno) }
    self.queue = queue
    self.ring = ring
  }

  deinit { close(fd) }

  /// Starts the thread, which keeps the object alive until it is stopped.
  func start() throws(DaemonError) {
    let alarmThread = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<AlarmThread>.fromOpaque(argument).takeRetainedValue().wait() }
        return nil
      }, alarmThread.toOpaque())
    guard failure == 0 else {
      alarmThread.release()
      throw .system("pthread_create", failure)
    }
    pthread_detach(thread)
  }

  /// Ends the thread. It rings no more, but where it rings already.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    rubato_timer_arm(fd, 0)
  }

  private func wait() {
    comeFirst()
    while !isStopped.load(ordering: .acquiring) {
      rubato_timer_take(fd)
      // The thread itself then does the work, unless the queue is at other work.
      queue.sync { if !isStopped.load(ordering: .acquiring) { ring() } }
    }
  }

  /// Where it is allowed (LimitRTPRIO= of the service), before everything that has no real-time
  /// priority (sched(7)): a warning and a kill are due at a moment, and what was to be kept from them
  /// may be the very thing that keeps the machine busy. Only steps of the clock are taken on this
  /// thread, none that a caller could have taken at will.
  private func comeFirst() {
    var parameters = sched_param()
    parameters.sched_priority = sched_get_priority_min(SCHED_RR)
    pthread_setschedparam(pthread_self(), SCHED_RR, &parameters)
  }
}
