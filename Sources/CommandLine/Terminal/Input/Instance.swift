import Glibc
import Vocabulary

/// The daemon to connect to.
package struct Instance: Hashable, Sendable {
  package enum Scope: Hashable, Sendable {
    case system, user
    /// A daemon identified by its socket's path.
    case other
  }

  package let scope: Scope
  package let socketPath: String
  /// Whether the user's own daemon has a socket, if the system's is used.
  private let hasUsersSocket: Bool
  /// Whether the path is that of the variable RUBATO_SOCKET.
  private let isOfEnvironment: Bool

  private static let socketName = "rubato/io.rubato.Scheduler"
  private static let systemPath = "/run/\(socketName)"

  /// Selects the daemon by the options, else by RUBATO_SOCKET; the system's daemon if neither names one.
  ///
  /// - Parameters:
  ///   - socket: The value of `--socket`.
  ///   - wantsUser: Whether `--user` was given.
  ///   - wantsSystem: Whether `--system` was given.
  ///   - environment: The source of RUBATO_SOCKET and XDG_RUNTIME_DIR.
  package init(
    socket: String?, wantsUser: Bool, wantsSystem: Bool, environment: [String: String]
  ) throws(InputError) {
    if let socket {
      self.init(.other, socket)
    } else if wantsSystem {
      self.init(.system, Self.systemPath)
    } else if wantsUser {
      guard let directory = environment["XDG_RUNTIME_DIR"],
        directory.utf8.first == UInt8(ascii: "/")
      else {
        throw InputError(
          "--user needs XDG_RUNTIME_DIR, which a login session sets, and sudo and su do not; set it:"
            + " export XDG_RUNTIME_DIR=/run/user/\(geteuid()), or name the socket with --socket")
      }
      self.init(.user, "\(directory)/\(Self.socketName)")
    } else if let socket = environment["RUBATO_SOCKET"], !socket.isEmpty {
      self.init(.other, socket, isOfEnvironment: true)
    } else {
      // A user whose own daemon has a socket may have forgotten `--user`. The error advises it if no daemon answers.
      let usersPath = environment["XDG_RUNTIME_DIR"].map { "\($0)/\(Self.socketName)" }
      let hasUsersSocket = usersPath.map { access($0, F_OK) == 0 } ?? false
      self.init(.system, Self.systemPath, hasUsersSocket: hasUsersSocket)
    }
  }

  private init(
    _ scope: Scope, _ socketPath: String, hasUsersSocket: Bool = false,
    isOfEnvironment: Bool = false
  ) {
    self.scope = scope
    self.socketPath = socketPath
    self.hasUsersSocket = hasUsersSocket
    self.isOfEnvironment = isOfEnvironment
  }

  /// The name: `system`, `user`, or the path of the socket.
  package var name: String {
    switch scope {
    case .system: "system"
    case .user: "user"
    case .other: socketPath.visible
    }
  }

  /// The remedy for a daemon that was stopped, as the end of a message.
  package var resumeAdvice: String {
    switch scope {
    case .system: "start it with: \(Self.sudo)systemctl start rubatod"
    case .user: "start it with: systemctl --user start rubatod"
    case .other: "start the service of \(socketPath.visible)"
    }
  }

  /// The sentence on the log of the daemon, for errors whose cause only the daemon knows.
  package var logAdvice: String {
    switch scope {
    case .system: "See: journalctl --unit=rubatod"
    case .user: "See: journalctl --user --unit=rubatod"
    case .other: "See the log of the daemon"
    }
  }

  /// The remedy if no daemon answers at the socket.
  package var startAdvice: String {
    switch scope {
    case .system where hasUsersSocket:
      "your own daemon has a socket: add --user to use it. To start the system's daemon:"
        + " \(Self.sudo)systemctl enable --now rubatod.socket rubatod"
    case .system: "start it with: \(Self.sudo)systemctl enable --now rubatod.socket rubatod"
    case .user:
      "start it with: systemctl --user enable --now rubatod.socket rubatod; without systemd:"
        + " /usr/libexec/rubatod --user"
    case .other:
      "check the path\(isOfEnvironment ? " (of RUBATO_SOCKET)" : ""), or start a daemon in an existing"
        + " directory with: rubatod --state-directory DIRECTORY --socket"
        + " \(ShellText.quoted(socketPath).visible)"
    }
  }

  /// The beginning of a command that only root may run.
  private static var sudo: String { geteuid() == 0 ? "" : "sudo " }
}
