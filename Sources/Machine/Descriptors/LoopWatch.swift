import CSystemd
import Glibc

/// An event loop's watch on a descriptor.
///
/// Created and changed on the loop's thread; released on any.
package final class LoopWatch {
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// A priority event. Some files of the kernel report their changes in this way (/proc/self/mountinfo, pressure,
    /// attributes of sysfs).
    package static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
    /// Both sides are closed, or the connection is broken. Reported with every `interest`.
    package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  private let source: LoopSource<Readiness>

  /// The reported events. An event is reported again until it is handled or removed from this set.
  package var interest: Readiness {
    didSet {
      if interest != oldValue { sd_event_source_set_io_events(source.raw, interest.rawValue) }
    }
  }

  /// Watches a descriptor that the owner closes after `cancel`, not before: the kernel continues to watch a closed
  /// descriptor while another process has a copy of it.
  ///
  /// - Returns: `nil` if the kernel does not watch the descriptor, with the reason in `errno`.
  package init?(
    on loop: EventLoop, _ fd: CInt, _ interest: Readiness,
    onEvent: @escaping (Readiness) -> Void
  ) {
    self.interest = interest
    source = LoopSource(loop, onEvent)
    guard addToLoop(fd) else { return nil }
  }

  /// Watches a descriptor that is closed with the watch, even if the kernel does not watch it.
  package init?(
    on loop: EventLoop, closing fd: CInt, _ interest: Readiness = .readable,
    onEvent: @escaping () -> Void
  ) {
    self.interest = interest
    source = LoopSource(loop) { _ in onEvent() }
    guard addToLoop(fd) else {
      let failure = errno
      close(fd)
      errno = failure
      return nil
    }
    sd_event_source_set_io_fd_own(source.raw, 1)
  }

  /// Adds the descriptor to the event loop. Returns `false`, with the reason in `errno`, if the kernel does not watch
  /// it.
  private func addToLoop(_ fd: CInt) -> Bool {
    let call: sd_event_io_handler_t = { _, _, events, handler in
      LoopSource<Readiness>.call(handler, Readiness(rawValue: events))
    }
    let code = source.add { event, place, handler in
      sd_event_add_io(event, place, fd, interest.rawValue, call, handler)
    }
    if code < 0 { errno = -code }
    return code >= 0
  }

  /// Stops the watch. Releasing it has the same effect.
  package func cancel() { source.cancel() }
}
