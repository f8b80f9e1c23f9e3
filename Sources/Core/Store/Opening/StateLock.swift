import Glibc

/// Reserves the state directory for one process: an exclusive record lock on `rubato.lock` in it, which the kernel
/// drops when its holder dies, for any reason.
///
/// The lock is a record lock (fcntl(2), F_SETLK), not flock(2). A forked child that has not yet executed its program
/// shares a flock. It would hold the lock after the daemon's death, so that the next daemon found the directory in use.
/// A record lock belongs to the whole process: hence `LockedDirectories`.
final class StateLock {
  private let directory: LockedDirectories.Entry
  private let fd: Int32

  /// Locks the state directory at `path` and writes the pid of this process into the lock file. Throws `inUse` if
  /// another process, or another store of this process, uses the directory.
  init(directory path: String) throws(StoreError) {
    directory = try LockedDirectories.hold(path)
    let lockPath = path + "/rubato.lock"
    fd = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // `deinit` cleans up if one of these throws: all properties have values.
    guard fd >= 0 else { throw StoreError(errno: errno, path: lockPath) }
    try lock(lockPath, in: path)
    writePID()
  }

  deinit {
    if fd >= 0 { Glibc.close(fd) }
    LockedDirectories.release(directory)
  }

  /// Locks the file without waiting. If another process holds the lock, throws `inUse` with its pid, or with `nil` if
  /// the kernel does not report one.
  private func lock(_ path: String, in directory: String) throws(StoreError) {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    // 0 means that this process now holds the lock.
    guard fcntl(fd, F_SETLK, &range) != 0 else { return }
    let code = errno
    // Either code means that another process holds the lock (fcntl(2)).
    guard code == EAGAIN || code == EACCES else { throw StoreError(errno: code, path: path) }
    // Writes the holder into `range`.
    let isHolderKnown = fcntl(fd, F_GETLK, &range) == 0 && range.l_pid > 0
    throw .inUse(directory: directory, pid: isHolderKnown ? range.l_pid : nil)
  }

  /// Writes the pid of this process into the lock file, for users who look into the directory. The lock does not need
  /// the pid, and a full disk does not affect the lock.
  private func writePID() {
    let text = Array("\(getpid())\n".utf8)
    if pwrite(fd, text, text.count, 0) == text.count {
      ftruncate(fd, off_t(text.count))
    }
  }
}
