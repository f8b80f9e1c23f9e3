import Control
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

extension Instance {
  /// Whether its daemon was stopped and only its socket is left, which would start it again. Another user's mark, in a
  /// directory that other users may write, is ignored.
  var isStopped: Bool {
    var status = stat()
    guard lstat(StoppedMark.path(beside: socketPath), &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && [0, geteuid()].contains(status.st_uid)
  }
}
