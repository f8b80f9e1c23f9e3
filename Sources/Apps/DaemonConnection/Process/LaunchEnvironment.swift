import CLinux
import Control
import Foundation
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// The settings that the daemon passes to the processes that it starts, and the location of its socket for any process.
struct LaunchEnvironment {
  /// The path of the daemon's socket.
  let socket: String
  /// The owner of the daemon; `nil` if the daemon is neither the system's nor a user's service.
  let service: Service?

  enum Service { case system, user }

  /// The identifier of the app; `nil` if the daemon has not started this process.
  let app: String?
  /// The token with which the process attaches; `nil` if the daemon has not started this process.
  let token: String?

  /// Reads the environment, and removes the token from it, so that children do not inherit it. A process that the
  /// daemon started then prints line by line, since it can be frozen or killed before its buffer is full.
  static func consume() -> LaunchEnvironment {
    let environment = ProcessInfo.processInfo.environment
    unsetenv("RUBATO_TOKEN")
    if environment["RUBATO_TOKEN"] != nil { rubato_print_line_by_line() }
    return LaunchEnvironment(environment) { FileManager.default.fileExists(atPath: $0) }
  }

  /// Chooses the daemon's socket: the one in RUBATO_SOCKET, a path or `unix:/path`, else the one of the user's own
  /// daemon if it exists, else the system's.
  init(_ environment: [String: String], exists: (String) -> Bool) {
    let system = "/run/rubato/io.rubato.Scheduler"
    let users = environment["XDG_RUNTIME_DIR"].map { "\($0)/rubato/io.rubato.Scheduler" }
    if let named = environment["RUBATO_SOCKET"], !named.isEmpty {
      socket = Self.path(of: named)
      switch socket {
      case users: service = .user
      case system: service = .system
      default: service = nil
      }
    } else if let users, exists(users) {
      (socket, service) = (users, .user)
    } else {
      (socket, service) = (system, .system)
    }
    app = environment["RUBATO_APP"]
    token = environment["RUBATO_TOKEN"]
  }

  /// Returns the path in the address of a socket; the same text if it is no path, which fails at the connection.
  private static func path(of address: String) -> String {
    guard let read = try? UnixAddress(address), !read.isAbstract else { return address }
    return read.path
  }

  /// The commands of `rubatoctl` that reach the daemon.
  var commands: AdvisedCommands {
    switch service {
    case .system: AdvisedCommands()
    case .user: AdvisedCommands(naming: "--user")
    case nil: AdvisedCommands(naming: "--socket \(socket)")
    }
  }

  /// The command that starts the daemon.
  var startCommand: String {
    switch service {
    case .system: "systemctl start rubatod"
    case .user: "systemctl --user start rubatod"
    case nil: "rubatod --state-directory DIRECTORY --socket \(socket)"
    }
  }
}
