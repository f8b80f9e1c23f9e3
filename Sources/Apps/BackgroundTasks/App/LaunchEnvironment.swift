import CLinux
import Control
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// What the daemon tells the processes that it starts, and where any process finds it.
struct LaunchEnvironment {
  /// The path of the daemon's socket.
  let socket: String
  /// Whose daemon has it; nil for one that is neither the system's nor a user's service.
  let service: Service?

  enum Service { case system, user }

  /// The identifier of the app, for a process that the daemon has started.
  let app: String?
  /// What such a process shows when it attaches.
  let token: String?

  /// The daemon that has started this process has a simulated clock, by which its tasks have their time.
  static var followsVirtualClock: Bool {
    ProcessInfo.processInfo.environment["RUBATO_VIRTUAL_CLOCK"] == "1"
  }

  /// Reads the environment, and removes the token from it, so that children do not inherit it. What a process that the
  /// daemon started prints is in its log line by line, since it may be frozen or killed before its buffer is full.
  static func take() -> LaunchEnvironment {
    let environment = ProcessInfo.processInfo.environment
    unsetenv("RUBATO_TOKEN")
    if environment["RUBATO_TOKEN"] != nil { rubato_print_line_by_line() }
    return LaunchEnvironment(environment) { FileManager.default.fileExists(atPath: $0) }
  }

  init(_ environment: [String: String], exists: (String) -> Bool) {
    let system = "/run/rubato/io.rubato.Scheduler"
    let users = environment["XDG_RUNTIME_DIR"].map { "\($0)/rubato/io.rubato.Scheduler" }
    if let named = environment["RUBATO_SOCKET"], !named.isEmpty {
      (socket, service) = (named, named == users ? .user : named == system ? .system : nil)
    } else if let users, exists(users) {
      (socket, service) = (users, .user)
    } else {
      (socket, service) = (system, .system)
    }
    app = environment["RUBATO_APP"]
    token = environment["RUBATO_TOKEN"]
  }

  /// Commands of `rubatoctl` that reach the daemon.
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
