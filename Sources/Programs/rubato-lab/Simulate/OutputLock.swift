import AtomicFiles
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// Reserves the file of `--output` for one process: a record lock (fcntl(2), F_SETLK) on a hidden file next to it, since
/// each write replaces the file itself. Unlike a lock of flock(2), it is not inherited by the forks of this process,
/// which can survive it for a while.
final class OutputLock {
  private let path: String
  private var fd: CInt = -1
  private var isHeld = false

  /// Locks the file without waiting. Throws an error if another simulation has locked it. On a file system without
  /// locks, or whose inode numbers change, two simulations can have the same file.
  init(of output: String) throws(Failure) {
    let name = AtomicFile.names(in: output).last ?? ""
    path = "\(AtomicFile.parent(of: output))/.\(name).lock"
    var attempts = 0
    repeat {
      attempts += 1
      if fd >= 0 { close(fd) }
      fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard fd >= 0 else {
        throw .refused(
          "\(output) cannot be locked by \(path): \(String(cString: strerror(errno)));"
            + " name another with --output")
      }
      var range = flock()
      range.l_type = Int16(F_WRLCK)
      range.l_whence = Int16(SEEK_SET)
      // Either code means that another process holds the lock (fcntl(2)).
      if fcntl(fd, F_SETLK, &range) != 0, errno == EAGAIN || errno == EACCES {
        throw .refused(
          "another simulation writes \(output); wait for its end, or name another with --output")
      }
      // An ending simulation can have removed the file after it was opened here.
    } while !isAtPath && attempts < 100
    isHeld = true
  }

  /// The file is removed before it is unlocked, so that a process that opens it can notice the removal.
  deinit {
    if isHeld { unlink(path) }
    if fd >= 0 { close(fd) }
  }

  /// Whether the open file is still at the path.
  private var isAtPath: Bool {
    var (opened, present) = (stat(), stat())
    return fstat(fd, &opened) == 0 && lstat(path, &present) == 0
      && opened.st_ino == present.st_ino && opened.st_dev == present.st_dev
  }
}
