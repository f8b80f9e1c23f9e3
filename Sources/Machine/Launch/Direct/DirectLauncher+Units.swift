import Glibc
import Scheduling

// Direct children end with the daemon, and units belong to systemd.
extension DirectLauncher {
  package var outlivesDaemon: Bool { false }

  package func forgetRecorded(_ id: LaunchID) {}

  /// Answers with an error, because this launcher starts no units.
  package func startUnit(_ name: String, answer: @escaping (LaunchError?) -> Void) {
    answer(Self.unitError(name))
  }

  /// Answers with an error, because this launcher starts no units.
  package func queryStopSeconds(
    ofUnit name: String, answer: @escaping (Result<Double, LaunchError>) -> Void
  ) {
    answer(.failure(Self.unitError(name)))
  }

  package func follow(timers names: Set<String>) {}

  package func isTimerActive(_ name: String) -> Bool { false }

  private static var systemctl: String { geteuid() == 0 ? "systemctl" : "systemctl --user" }

  /// Returns the error that this launcher cannot start the unit `name`, with the remedies.
  static func unitError(_ name: String) -> LaunchError {
    .invalidOrder(
      "unit \(name): this daemon starts no units, since its runs are its children. Use the system's"
        + " daemon (sudo, without --user), or start rubatod with --launcher units. Or submit the"
        + " command of the unit, which `\(systemctl) cat \(name)` shows.")
  }
}
