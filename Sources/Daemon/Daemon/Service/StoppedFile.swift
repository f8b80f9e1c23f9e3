import Control
import Descriptors
import Glibc
import Launch
import Logging

/// The mark that a daemon leaves which was stopped, told from one that was never started or has died.
struct StoppedFile: Sendable {
  private let path: String
  private let isOfUser: Bool
  private let logger: Logger

  init(_ daemonPaths: DaemonPaths, _ options: Options, _ logger: Logger) {
    path = StoppedMark.path(beside: daemonPaths.absoluteSocket)
    isOfUser = options.isUser || geteuid() != 0
    self.logger = logger
  }

  /// A daemon that runs is not stopped.
  func remove() {
    unlink(path)
  }

  /// For a daemon whose socket stays, and starts it again; unless that is what systemd does next anyway.
  /// Called on `loop`.
  func leave(_ loop: EventLoop) {
    if OwnUnit.isRestarting(isOfUser: isOfUser, loop: loop) { return }
    let fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard fd >= 0 else {
      return logger.warning("\(path) cannot be made: \(String(cString: strerror(errno)))")
    }
    // Everybody may know, whatever our mask says.
    fchmod(fd, 0o644)
    close(fd)
  }
}
