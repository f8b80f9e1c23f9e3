import CLinux
import CSystemd
import Glibc

/// The parts of a loop. Its thread holds these and not the loop, so that the loop can be released.
final class LoopCore: @unchecked Sendable {
  let event: OpaquePointer
  let posted: PostedBlocks
  let priority = LoopPriority()
  /// The number of waits that have ended. Used by the loop's thread only.
  private(set) var wakeups = 0

  /// Makes an event loop without events, which no thread runs yet.
  /// - Returns: `nil` if there are too few descriptors, with the reason in `errno`.
  init?() {
    var made: OpaquePointer?
    var code = sd_event_new(&made)
    // Makes the loop create its descriptors for timers now: later there may be none left.
    for clock in [CLOCK_MONOTONIC, CLOCK_BOOTTIME] where code >= 0 {
      code = sd_event_add_time(made, nil, clock, .max, 0, { _, _, _ in 0 }, nil)
    }
    guard code >= 0, let made, let posted = PostedBlocks(made) else {
      if code < 0 { errno = -code }
      sd_event_unref(made)
      return nil
    }
    (event, self.posted) = (made, posted)
  }

  deinit { sd_event_unref(event) }

  /// Handles events until `isDone` returns true, which is called before each event, or until the loop has been
  /// released.
  func run(until isDone: () -> Bool) {
    while !isDone(), !posted.isEnded {
      var ready = sd_event_prepare(event)
      let hasOwnBlocks = posted.queueOwnBlocks()
      let noEventIsReady = ready == 0
      if noEventIsReady {
        // Blocks that this thread added itself are called without a wait.
        let mustWait = !hasOwnBlocks
        // A thread with a normal priority would not be woken first when the urgent timer is due.
        if mustWait { priority.raise() }
        ready = sd_event_wait(event, mustWait ? .max : 0)
        if mustWait { wakeups += 1 }
      }
      // Interrupted by a signal for another thread, or still no event is ready.
      if ready == -EINTR || ready == 0 { continue }
      guard ready > 0 else { Self.fail("sd_event_wait", -ready) }
      // Only the urgent timer is handled with the raised priority.
      priority.lowerUnlessUrgent()
      let code = sd_event_dispatch(event)
      guard code >= 0 else { Self.fail("sd_event_dispatch", -code) }
    }
  }

  /// Ends the process, because a loop cannot continue after this error.
  static func fail(_ operation: String, _ code: CInt) -> Never {
    fatalError("\(operation) failed: \(String(cString: strerror(code)))")
  }
}

/// Gives the thread of a loop a real-time priority for one timer (sched(7)), if that is allowed (LimitRTPRIO= of
/// the service). The thread then runs before all threads without one: a warning and a kill have an exact time, and
/// the process that they stop may be the one that keeps the machine busy.
///
/// The thread has the priority while it waits, because it could not be woken first without it, and during the
/// callback of the timer. It drops the priority before every other callback: a client can cause those at will.
final class LoopPriority {
  /// The timer; `nil` if there is none.
  private var urgentTimer: OpaquePointer?
  private var isRaised = false
  private static let lowestRealTimePriority = sched_get_priority_min(SCHED_RR)
  private var hasKernelRefused = false

  deinit { sd_event_source_unref(urgentTimer) }

  /// Sets the timer for which the thread gets the priority, in place of an earlier one.
  func setUrgentTimer(_ timer: OpaquePointer) {
    sd_event_source_unref(urgentTimer)
    urgentTimer = sd_event_source_ref(timer)
  }

  /// Raises the priority of the present thread, unless no timer needs it, or the kernel has refused it before. Called
  /// before the thread waits.
  fileprivate func raise() {
    guard urgentTimer != nil, !isRaised, !hasKernelRefused else { return }
    // Processes that are started during the callback do not inherit the priority.
    isRaised = trySetPriority(
      SCHED_RR | CInt(RUBATO_SCHED_RESET_ON_FORK), Self.lowestRealTimePriority)
    hasKernelRefused = !isRaised
  }

  /// Gives the present thread its normal priority again, unless the timer is due. Called before each callback.
  fileprivate func lowerUnlessUrgent() {
    guard isRaised, let urgentTimer, sd_event_source_get_pending(urgentTimer) <= 0 else { return }
    isRaised = !trySetPriority(SCHED_OTHER | CInt(RUBATO_SCHED_RESET_ON_FORK), 0)
  }

  /// Sets the scheduling policy and the priority of the present thread. Returns whether the kernel allowed it.
  private func trySetPriority(_ policy: CInt, _ priority: CInt) -> Bool {
    var parameters = sched_param()
    parameters.sched_priority = priority
    return pthread_setschedparam(pthread_self(), policy, &parameters) == 0
  }
}
