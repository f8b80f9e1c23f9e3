import Glibc

/// Keeps the state directory to one process: an exclusive lock on `rubato.lock` in it, which the
/// kernel drops when its holder dies, however it dies (flock(2)).
final class StateLock {
  private let fd: Int32

  init(directory: String) throws(StoreError) {
    let path = directory + "/rubato.lock"
    // Programs that are launched must not inherit it: it would outlive the daemon in them.
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw Self.openError(errno, directory: directory, path: path) }
    guard flock(fd, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      defer { Glibc.close(fd) }
      guard code == EWOULDBLOCK else { throw StoreError(errno: code, path: path) }
      throw .inUse(directory: directory, pid: Self.readPID(fd))
    }
    writePID()
  }

  deinit {
    Glibc.close(fd)
  }

  private static func openError(_ code: Int32, directory: String, path: String) -> StoreError {
    switch code {
    case ENOENT, ENOTDIR: .missingDirectory(directory)
    default: StoreError(errno: code, path: path)
    }
  }

  /// For people who wonder who holds the lock. On a full disk it may not get written, which hurts
  /// nobody: the lock holds all the same.
  private func writePID() {
    let text = Array("\(getpid())\n".utf8)
    if pwrite(fd, text, text.count, 0) == text.count {
      ftruncate(fd, off_t(text.count))
    }
  }

  private static func readPID(_ fd: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(fd, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let digits = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
    return Int32(String(decoding: digits, as: UTF8.self))
  }
}
