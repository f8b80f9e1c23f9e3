import Glibc

/// The service manager that started this daemon. It determines the commands for a reload and a restart.
enum ServiceManager: Sendable {
  case system, user
  /// The daemon was started by hand.
  case none

  /// Determines the service manager: `none` if systemd did not start this process.
  ///
  /// - Parameter isUser: Whether it serves one user.
  init(isUser: Bool) {
    // Our units are of Type=notify (sd_notify(3)).
    let isStartedBySystemd = getenv("NOTIFY_SOCKET") != nil
    guard isStartedBySystemd else {
      self = .none
      return
    }
    self = isUser || geteuid() != 0 ? .user : .system
  }

  /// The command that makes the daemon read its files again.
  var reload: String {
    switch self {
    case .system: "systemctl reload rubatod"
    case .user: "systemctl --user reload rubatod"
    case .none: "kill -HUP \(getpid())"
    }
  }

  /// The command that starts the daemon again, or an instruction to do so, as the end of a message.
  var restart: String {
    switch self {
    case .system: "systemctl restart rubatod"
    case .user: "systemctl --user restart rubatod"
    case .none: "stop it, and start it again"
    }
  }
}
