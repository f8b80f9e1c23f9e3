import Control
import Descriptors
import Glibc
import Launch
import Logging

/// The mark of a stopped daemon. It distinguishes it from a daemon that was never started or has crashed.
struct StoppedFile: Sendable {
  private let path: String
  private let isOfUser: Bool
  private let logger: Logger

  init(_ daemonPaths: DaemonPaths, _ options: Options, _ logger: Logger) {
    path = StoppedMark.path(beside: daemonPaths.absoluteSocket)
    isOfUser = options.isUser || geteuid() != 0
    self.logger = logger
  }

  /// Removes the mark: a running daemon is not stopped.
  func remove() {
    unlink(path)
  }

  /// Writes the mark of a daemon whose socket stays and can start it again. Returns whether the daemon stays stopped:
  /// `false`, without a mark, if systemd restarts the daemon anyway. Called on `loop`, on which systemd is queried.
  func write(_ loop: EventLoop) -> Bool {
    if OwnUnit.isRestarting(isOfUser: isOfUser, loop: loop) { return false }
    let fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard fd >= 0 else {
      // The daemon stays stopped also without the mark.
      logger.warning("\(path) cannot be created: \(String(cString: strerror(errno)))")
      return true
    }
    // Every user may read it, whatever the umask is.
    fchmod(fd, 0o644)
    close(fd)
    return true
  }
}
