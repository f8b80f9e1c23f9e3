import CLinux
import Dispatch
import Glibc
import Synchronization

/// Calls back on a queue whenever a descriptor can be read, or written. Closes it in the end.
///
/// A dispatch source is the same for nothing, but not on Linux: where a source ends in the moment in which
/// its descriptor has news, as at the end of a process, Dispatch ends it twice and the process crashes in
/// Dispatch's manager thread (swift-corelibs-libdispatch, issue 949; ThreadSanitizer makes it likely).
package final class DescriptorWatch {
  /// What is waited for: something to read, room to write, or an event that is told with priority, the way
  /// in which files of the kernel tell of changes (/proc/self/mountinfo, pressure, attributes of sysfs).
  package enum Readiness: Sendable {
    case readable, writable, priority

    fileprivate var bits: CInt {
      switch self {
      case .readable: CInt(RUBATO_READABLE)
      case .writable: CInt(RUBATO_WRITABLE)
      case .priority: CInt(RUBATO_PRIORITY)
      }
    }
  }

  private let watching: Watching

  /// - Parameters:
  ///   - fd: A descriptor that does not block; it belongs to the watch now.
  ///   - isArmed: Whether it calls back before it is armed.
  ///   - onEvent: Has to take what there is, or is called again; also where the other end is closed.
  /// - Returns: nil where the kernel does not watch it, with the reason in `errno`; it is closed then.
  package init?(
    _ fd: CInt, _ readiness: Readiness = .readable, queue: DispatchQueue, isArmed: Bool = true,
    onEvent: @escaping () -> Void
  ) {
    watching = Watching(fd, readiness.bits, queue: queue, isArmed: isArmed, onEvent)
    guard watching.begin() else {
      let failure = errno
      close(fd)
      errno = failure
      return nil
    }
  }

  deinit { watching.end() }

  /// Whether it calls back. To be set on the queue.
  package var isArmed: Bool {
    get { watching.isArmed }
    set { watching.isArmed = newValue }
  }

  /// Calls back no more, and closes the descriptor. To be called on the queue, or where nothing happens on
  /// it any more.
  package func cancel() { watching.end() }
}

/// What the poller knows of a watch.
///
/// Its closure is called and let go on the queue alone, which is what makes it safe to send.
final class Watching: @unchecked Sendable {
  private let fd: CInt
  private let readiness: CInt
  private let queue: DispatchQueue
  private let state: Mutex<State>
  private var onEvent: (() -> Void)?

  private struct State {
    /// Nil before it begins and once it has ended.
    var number: UInt64?
    var isArmed: Bool
  }

  init(
    _ fd: CInt, _ readiness: CInt, queue: DispatchQueue, isArmed: Bool,
    _ onEvent: @escaping () -> Void
  ) {
    self.fd = fd
    self.readiness = readiness
    self.queue = queue
    self.onEvent = onEvent
    state = Mutex(State(isArmed: isArmed))
  }

  /// Whether the kernel watches it now.
  func begin() -> Bool {
    // An event that comes at once waits until its number is known.
    state.withLock { state in
      state.number = Poller.shared.add(self, for: fd, state.isArmed ? readiness : 0)
      return state.number != nil
    }
  }

  var isArmed: Bool {
    get { state.withLock { $0.isArmed } }
    set {
      state.withLock { state in
        guard state.isArmed != newValue else { return }
        state.isArmed = newValue
        arm(state)
      }
    }
  }

  /// The poller tells of an event, and no more until it is armed again.
  func happen() {
    queue.async { self.callBack() }
  }

  private func callBack() {
    state.withLock { $0.number != nil && $0.isArmed ? onEvent : nil }?()
    state.withLock { state in
      if state.isArmed { arm(state) }
    }
  }

  private func arm(_ state: State) {
    guard let number = state.number else { return }
    Poller.shared.arm(number, fd, state.isArmed ? readiness : 0)
  }

  /// Who ends it twice ends it once.
  func end() {
    let (number, closure) = state.withLock { state in
      defer { (state.number, onEvent) = (nil, nil) }
      return (state.number, onEvent)
    }
    guard let number else { return }
    Poller.shared.remove(number, fd)
    close(fd)
    withExtendedLifetime(closure) {}
  }
}
