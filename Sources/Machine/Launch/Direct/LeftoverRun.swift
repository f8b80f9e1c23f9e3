import Descriptors
import Glibc
import Scheduling

/// A run whose daemon has died. Its supervisor ends it, and can be reached only by signals.
final class LeftoverRun: KillTarget {
  let id: LaunchID
  /// Whether the run is recorded, so that its end is awaited.
  let isRecorded: Bool
  private let path: String
  private let supervisor: ProcessIdentity?
  private(set) var isAlive = true

  init(_ lockedFile: borrowing RunLocks.LockedFile, isRecorded: Bool) {
    id = lockedFile.id
    path = lockedFile.path
    supervisor = lockedFile.supervisor
    self.isRecorded = isRecorded
  }

  /// The process of its supervisor; `nil` if it is unknown or has ended.
  var supervisorPid: pid_t? {
    guard isAlive, let supervisor, supervisor.isPresent else { return nil }
    return supervisor.pid
  }

  /// Continues a supervisor that the command has stopped; it then detects that its daemon no longer exists.
  func continueSupervisor() {
    if let pid = supervisorPid { Glibc.kill(pid, SIGCONT) }
  }

  /// Waits until the lock on `file` is free, then calls `body`, both in a thread made for this.
  static func waitForUnlock(
    of file: consuming OwnedDescriptor, then body: @escaping @Sendable () -> Void
  ) {
    let raw = file.release()
    let thread = Thread.begin("left") {
      while flock(raw, LOCK_EX) != 0, errno == EINTR {}
      close(raw)
      body()
    }
    guard thread == nil else { return }
    // Without the thread, the daemon would wait for the end of this run for ever.
    fatalError("no thread for an earlier run: \(String(cString: strerror(errno)))")
  }

  /// Marks the run as ended, and removes the file of its lock. Called when the lock is free: no process of the run is
  /// left.
  func markEnded() {
    isAlive = false
    unlink(path)
  }
}
