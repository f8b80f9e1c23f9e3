import CSystemd
import Glibc

/// The watch of an event loop over a descriptor. The owner closes the descriptor after `cancel`, not before: the kernel goes on
/// watching a closed descriptor as long as another process has a copy of it.
package final class LoopWatch {
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Both sides are closed, or it is broken. It is reported with every `interest`.
    package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  private var source: OpaquePointer?
  private let onEvent: (Readiness) -> Void

  /// The events that are reported. One is reported again until it is handled, or left out here.
  package var interest: Readiness {
    didSet {
      if interest != oldValue { sd_event_source_set_io_events(source, interest.rawValue) }
    }
  }

  /// - Returns: `nil` if the kernel does not watch the descriptor, with the reason in `errno`.
  package init?(
    on loop: EventLoop, _ fd: CInt, _ interest: Readiness,
    onEvent: @escaping (Readiness) -> Void
  ) {
    (self.interest, self.onEvent) = (interest, onEvent)
    let call: sd_event_io_handler_t = { _, _, events, watch in
      guard let watch else { return 0 }
      let own = Unmanaged<LoopWatch>.fromOpaque(watch).takeUnretainedValue()
      own.onEvent(Readiness(rawValue: events))
      return 0
    }
    let code = sd_event_add_io(
      loop.event, &source, fd, interest.rawValue, call, Unmanaged.passUnretained(self).toOpaque())
    guard code >= 0 else {
      errno = -code
      return nil
    }
  }

  deinit { cancel() }

  /// Waits no more. To let go of it is the same, but for the moment: it lives as long as it calls back.
  package func cancel() { source = sd_event_source_disable_unref(source) }
}

/// A moment at which an event loop calls back, once. Letting go of it before prevents that.
package final class LoopTimer {
  private var source: OpaquePointer?
  private let onTime: () -> Void

  /// - Parameter delay: From now on; time in which the machine sleeps does not count. The call may come later by a
  ///   hundredth of a second, together with others.
  package init(on loop: EventLoop, after delay: Duration, onTime: @escaping () -> Void) {
    self.onTime = onTime
    let call: sd_event_time_handler_t = { _, _, timer in
      guard let timer else { return 0 }
      Unmanaged<LoopTimer>.fromOpaque(timer).takeUnretainedValue().onTime()
      return 0
    }
    let (seconds, attoseconds) = delay.components
    let microseconds = max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    let code = sd_event_add_time_relative(
      loop.event, &source, CLOCK_MONOTONIC, UInt64(microseconds), 10_000, call,
      Unmanaged.passUnretained(self).toOpaque())
    precondition(
      code >= 0, "sd_event_add_time_relative failed: \(String(cString: strerror(-code)))")
  }

  deinit { sd_event_source_disable_unref(source) }
}
