import CLinux
import Glibc

/// An event that threads wait for, once (sem_overview(7)).
package final class Latch: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  package init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Releases all present and later waiters.
  package func open() { sem_post(semaphore) }

  /// Waits until it is open.
  package func wait() {
    // A signal can interrupt the wait.
    while sem_wait(semaphore) != 0 {}
    // Releases the next waiter, since the wait has taken the only unit of the semaphore.
    sem_post(semaphore)
  }

  /// Waits until it is open, but no longer than `limit`.
  /// - Returns: Whether it was opened within `limit`.
  package func wait(atMost limit: Duration) -> Bool {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    guard rubato_semaphore_wait(semaphore, nanoseconds) != 0 else { return false }
    sem_post(semaphore)
    return true
  }
}
