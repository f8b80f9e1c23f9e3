import CLinux
import Glibc

/// A file that is held without being read: opening it triggers no mount and waits for no server (O_PATH in
/// open(2)).
final class OpenFile {
  let fd: CInt
  let mode: mode_t
  let device: dev_t

  /// Opens a name in a directory, or an absolute path.
  /// - Returns: `nil`, with `errno`, if it cannot be opened. A symbolic link is opened itself.
  static func open(_ directory: CInt, _ name: String) -> OpenFile? {
    let fd = openat(directory, name, Int32(RUBATO_O_PATH) | O_NOFOLLOW | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    var status = stat()
    guard fstat(fd, &status) == 0 else {
      let error = errno
      close(fd)
      errno = error
      return nil
    }
    return OpenFile(fd, status)
  }

  private init(_ fd: CInt, _ status: stat) {
    self.fd = fd
    mode = status.st_mode
    device = status.st_dev
  }

  deinit { close(fd) }

  var isDirectory: Bool { mode & S_IFMT == S_IFDIR }

  /// The target of a symbolic link; `nil` for other files.
  var linkTarget: String? {
    guard mode & S_IFMT == S_IFLNK else { return nil }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(fd, "", &target, target.count)
    return count > 0
      ? String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Whether a directory is empty; `nil` if it cannot be read.
  var isEmpty: Bool? {
    let readable = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard readable >= 0, let stream = fdopendir(readable) else {
      if readable >= 0 { close(readable) }
      return nil
    }
    defer { closedir(stream) }
    // "." and ".." always exist: a directory with a third entry is not empty.
    for _ in 0..<3 {
      if readdir(stream) == nil { return true }
    }
    return false
  }
}
