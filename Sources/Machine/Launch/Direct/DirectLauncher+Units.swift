import Glibc
import Scheduling

// Direct children end with the daemon, and units belong to systemd.
extension DirectLauncher {
  package var outlivesDaemon: Bool { false }

  package func recorded(_ id: LaunchID) {}

  package func startUnit(_ name: String) {}

  package func askStopSeconds(
    ofUnit name: String, answer: @escaping (Result<Double, LaunchError>) -> Void
  ) {
    answer(.failure(Self.startsNoUnits(name)))
  }

  package func follow(timers names: Set<String>) {}

  package func isTimerActive(_ name: String) -> Bool { false }

  private static var systemctl: String { geteuid() == 0 ? "systemctl" : "systemctl --user" }

  static func startsNoUnits(_ name: String) -> LaunchError {
    .invalidOrder(
      "unit \(name): this daemon starts commands itself, and no units; the installed one of the system"
        + " does (sudo, without --user), and any with --launcher units. Or submit the command that the"
        + " unit runs, which `\(systemctl) cat \(name)` shows.")
  }
}
