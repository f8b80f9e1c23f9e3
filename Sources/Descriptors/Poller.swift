import CLinux
import Glibc
import Synchronization

/// The thread that waits for all descriptors of a process, and hands what happens on to their queues.
final class Poller: Sendable {
  static let shared = Poller()

  private let poller: CInt
  private let watches = Mutex(Watches())

  private struct Watches {
    var all: [UInt64: Watching] = [:]
    /// Numbers are never used twice: an event that was taken from the kernel before its watch ended finds
    /// none, whatever has its descriptor now.
    var lastNumber: UInt64 = 0
  }

  private static let eventsAtOnce = 64

  private init() {
    let poller = rubato_poller_open()
    var thread = pthread_t()
    let isRunning =
      poller >= 0 && pthread_create(&thread, nil, { _ in Poller.shared.run() }, nil) == 0
    if isRunning { pthread_detach(thread) }
    // Without one, whoever wants to watch hears that it cannot be.
    self.poller = isRunning ? poller : -1
  }

  /// Begins to wait for the next event of `readiness`.
  ///
  /// - Returns: The number of the watch; nil where the kernel does not watch, with the reason in `errno`.
  func add(_ watching: Watching, for fd: CInt, _ readiness: CInt) -> UInt64? {
    let number = watches.withLock { watches in
      watches.lastNumber += 1
      watches.all[watches.lastNumber] = watching
      return watches.lastNumber
    }
    if rubato_poller_add(poller, fd, number, readiness) == 0 { return number }
    let failure = errno
    watches.withLock { _ = $0.all.removeValue(forKey: number) }
    errno = failure
    return nil
  }

  /// Waits for the next event of `readiness`, which may be none.
  func arm(_ number: UInt64, _ fd: CInt, _ readiness: CInt) {
    _ = rubato_poller_arm(poller, fd, number, readiness)
  }

  func remove(_ number: UInt64, _ fd: CInt) {
    rubato_poller_remove(poller, fd)
    watches.withLock { _ = $0.all.removeValue(forKey: number) }
  }

  private func run() -> UnsafeMutableRawPointer? {
    blockSignals()
    var numbers = [UInt64](repeating: 0, count: Self.eventsAtOnce)
    while true {
      let count = rubato_poller_wait(poller, &numbers, Int32(numbers.count))
      for number in numbers.prefix(Int(max(0, count))) {
        watches.withLock { $0.all[number] }?.happen()
      }
    }
  }
}
