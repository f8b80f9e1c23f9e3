import CLinux
import Descriptors
import Glibc
import Scheduling

/// The kernel's timer that wakes a sleeping machine by its real-time clock (timerfd_create(2), CLOCK_BOOTTIME_ALARM).
///
/// The descriptor is opened when it is first needed, and used on its loop only.
final class WakeTimer {
  private let loop: EventLoop
  private var watch: LoopWatch?
  private var descriptor: CInt = -1

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Sets the moment at which the machine is woken; `nil` clears it. Does nothing if the kernel refuses the timer.
  func set(at moment: BootTime?) {
    // Without an open timer, there is nothing to clear.
    let mustBeSet = moment != nil || watch != nil
    guard mustBeSet, openIfNeeded() else { return }
    // 0 clears the timer, so a moment is at least 1.
    _ = rubato_wake_alarm_set(descriptor, moment.map { max(1, $0.nanoseconds) } ?? 0)
  }

  /// Opens the timer, if it is not open. Returns `false` if the kernel refuses it.
  private func openIfNeeded() -> Bool {
    if watch != nil { return true }
    let opened = rubato_wake_alarm_open()
    guard opened >= 0 else { return false }
    // The wake itself is the effect; the scheduler has its own timer for this moment.
    watch = LoopWatch(on: loop, closing: opened) { rubato_wake_alarm_take(opened) }
    descriptor = opened
    return watch != nil
  }
}

extension Machine {
  /// Returns why no timer can wake this machine, as a clause; `nil` if one can.
  ///
  /// - Parameter root: The prefix of `/sys`; tests have trees of their own.
  package static func wakeProblem(root: String = "") -> String? {
    let opened = rubato_wake_alarm_open()
    guard opened >= 0 else {
      return errno == EPERM
        ? "rubatod may not set the alarm of the real-time clock; run it as root with CAP_WAKE_ALARM"
        : "the kernel has no timer that wakes the machine (\(String(cString: strerror(errno))))"
    }
    close(opened)
    return hasWakingClock(KernelTree(root))
      ? nil : "it has no real-time clock that can wake it; leave out `wake`"
  }

  /// Whether the kernel has a real-time clock that can wake the machine. Without one it accepts an alarm, and sleeps
  /// through it.
  static func hasWakingClock(_ tree: KernelTree) -> Bool {
    let clocks = "/sys/class/rtc"
    return tree.names(in: clocks).contains {
      tree.line("\(clocks)/\($0)/device/power/wakeup") == "enabled"
    }
  }
}
