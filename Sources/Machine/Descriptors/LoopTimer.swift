import CSystemd
import Glibc

/// Calls back once at the set time, unless the time is cleared before or the timer is released.
///
/// Created and changed on the loop's thread; released on any.
package final class LoopTimer {
  /// The clock of the delay.
  package enum Clock {
    /// Does not count the machine's sleep.
    case awake
    /// Counts the machine's sleep: a timer that became due in it is called right after it.
    case boot

    fileprivate var id: clockid_t {
      switch self {
      case .awake: CLOCK_MONOTONIC
      case .boot: CLOCK_BOOTTIME
      }
    }
  }

  private let source: LoopSource<Void>
  private let clock: Clock
  package private(set) var isSet = false
  /// The time that was set last, in microseconds of the clock.
  private var moment: UInt64 = 0

  /// The error of reading two clocks one after the other, in microseconds.
  private static let readingError: UInt64 = 100

  /// Makes a timer that is not set.
  /// - Parameter comesFirst: Whether it is called before all other events, with a thread priority for that
  ///   (`LoopPriority`). At most one timer of a loop.
  package init(
    on loop: EventLoop, _ clock: Clock = .awake, comesFirst: Bool = false,
    onTime: @escaping () -> Void
  ) {
    self.clock = clock
    // Set below: a closure cannot refer to this object before all of its properties are set.
    nonisolated(unsafe) weak var timer: LoopTimer?
    source = LoopSource(loop) {
      timer?.isSet = false
      onTime()
    }
    let call: sd_event_time_handler_t = { _, _, handler in LoopSource<Void>.call(handler, ()) }
    // A time that never comes and the finest accuracy, until `set`.
    let (never, microsecond) = (UInt64.max, UInt64(1))
    let code = source.add { event, place, handler in
      sd_event_add_time(event, place, clock.id, never, microsecond, call, handler)
    }
    precondition(code >= 0, "sd_event_add_time failed: \(String(cString: strerror(-code)))")
    timer = self
    // sd-event adds the source enabled.
    clear()
    guard comesFirst, let raw = source.raw else { return }
    sd_event_source_set_priority(raw, Int64(SD_EVENT_PRIORITY_IMPORTANT))
    loop.raisePriority(for: raw)
  }

  /// Makes a timer that is set, and can call up to a hundredth of a second late.
  package convenience init(
    on loop: EventLoop, after delay: Duration, onTime: @escaping () -> Void
  ) {
    self.init(on: loop, onTime: onTime)
    set(after: delay, leeway: .milliseconds(10))
  }

  /// Sets the timer to `delay` from now, in place of the earlier time.
  ///
  /// - Parameter leeway: The longest extra delay, to call it together with other timers; 0 is as soon as possible.
  package func set(after delay: Duration, leeway: Duration = .zero) {
    set(at: time(after: delay), leeway: leeway)
  }

  /// Sets the timer to `delay` from now, as soon as possible. If it is set to that time already, or a tenth of a
  /// millisecond later at most, it is left as it is: a time that is computed again from two clocks differs by their
  /// readings, and a system call would set it.
  package func keep(after delay: Duration) {
    let wanted = time(after: delay)
    if isSet, wanted <= moment, moment - wanted < Self.readingError { return }
    set(at: wanted)
  }

  /// Returns the time on the clock at which `delay` has passed from now on, in microseconds.
  private func time(after delay: Duration) -> UInt64 {
    var now = timespec()
    clock_gettime(clock.id, &now)
    // Rounded up, so that the timer is never early.
    let microsecondsNow = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec + 999) / 1000
    return microsecondsNow + Self.microseconds(delay)
  }

  /// Sets the timer to a time of its clock, in microseconds.
  package func set(at moment: UInt64, leeway: Duration = .zero) {
    sd_event_source_set_time(source.raw, moment)
    // 0 would mean a quarter of a second.
    sd_event_source_set_time_accuracy(source.raw, max(1, Self.microseconds(leeway)))
    sd_event_source_set_enabled(source.raw, CInt(SD_EVENT_ONESHOT))
    isSet = true
    self.moment = moment
  }

  /// Clears the time that is set: the timer does not call back until it is set again.
  package func clear() {
    sd_event_source_set_enabled(source.raw, CInt(SD_EVENT_OFF))
    isSet = false
  }

  /// Converts a duration to microseconds, rounded up. A negative duration becomes 0, and the seconds are limited to
  /// 2^40.
  private static func microseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // About 35,000 years: its microseconds, added to the time of a clock, still have 64 bits.
    let longestSeconds: Int64 = 1 << 40
    let wholeSeconds = UInt64(min(seconds, longestSeconds)) * 1_000_000
    let attosecondsOfMicrosecond: Int64 = 1_000_000_000_000
    let restMicroseconds = (attoseconds + attosecondsOfMicrosecond - 1) / attosecondsOfMicrosecond
    return wholeSeconds + UInt64(restMicroseconds)
  }
}
