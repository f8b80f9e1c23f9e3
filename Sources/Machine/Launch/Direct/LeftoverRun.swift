import Descriptors
import Glibc
import Scheduling

/// A run whose daemon has died: its supervisor ends it, and can be told nothing but by signals.
final class LeftoverRun: KillTarget {
  let id: LaunchID
  /// Whether its end is waited for.
  let isRecorded: Bool
  private let path: String
  private let supervisor: ProcessIdentity?
  private(set) var isAlive = true

  init(_ held: borrowing RunLocks.Held, isRecorded: Bool) {
    id = held.id
    path = held.path
    supervisor = held.supervisor
    self.isRecorded = isRecorded
  }

  /// Its supervisor, where it is known.
  var supervisorPid: pid_t? {
    guard isAlive, let supervisor, supervisor.isPresent else { return nil }
    return supervisor.pid
  }

  /// One that the command has stopped goes on, and sees that its daemon is gone.
  func proceed() {
    if let pid = supervisorPid { Glibc.kill(pid, SIGCONT) }
  }

  /// Waits, in a thread of its own, until the lock is free.
  static func wait(for file: consuming OwnedDescriptor, then body: @escaping @Sendable () -> Void) {
    let raw = file.release()
    let thread = Thread.begin("left") {
      while flock(raw, LOCK_EX) != 0, errno == EINTR {}
      close(raw)
      body()
    }
    guard thread == nil else { return }
    fatalError("no thread for an earlier run: \(String(cString: strerror(errno)))")
  }

  /// The lock is free: nothing of it is left.
  func end() {
    isAlive = false
    unlink(path)
  }
}
