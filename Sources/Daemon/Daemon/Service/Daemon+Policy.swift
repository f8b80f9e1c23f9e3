import Control
import Descriptors
import Files
import Logging
import Scheduling

// The settings of the policy file.
extension Daemon {
  /// Logs an error in the policy file and shows it in `status`; keeps a copy of a valid file for later daemons. From
  /// now on, `systemctl status` shows the error and the number of failed requests.
  func reportPolicy(_ policy: PolicyInForce, _ engine: Engine) {
    let warning = policy.warning(reload: serviceManager.reload)
    engine.tasks.policyWarning = warning
    engine.tasks.invalidPolicy = policy.problem.map { DaemonPaths.absolute($0.file) }
    let commands = daemonPaths.commands
    if let warning { logger.error("\(commands.completed(warning))") }
    if let problem = policy.updateCopy(at: daemonPaths.goodPolicy) { logger.warning("\(problem)") }
    let status = warning.map(commands.completed) ?? "Serving \(daemonPaths.socket)"
    engine.act { engine in
      engine.observeFailureCount { failedCount in
        Systemd.notify("STATUS=\(status)\(Self.failureText(failedCount, commands))")
      }
    }
  }

  /// Reads the policy file again, to report its errors and log that its settings have changed. Its settings apply from
  /// the next start of the daemon.
  func rereadPolicy(_ engine: Engine) {
    var policyNow = PolicyInForce(options, daemonPaths)
    if policyNow.problem != nil {
      // The warning names the settings in effect, which are those from the start.
      policyNow.settings = policy.settings
      policyNow.source = .earlier
    } else if let file = policyNow.file, policyNow.settings != policy.settings {
      logger.notice(
        "\(file) has changed; to apply it, restart rubatod: \(serviceManager.restart)")
    }
    reportPolicy(policyNow, engine)
  }

  /// Logs the settings of the policy file that differ from the defaults; nothing if there are none.
  func logPolicy() {
    let (settings, defaults) = (policy.settings, policy.defaults)
    let changes = PolicyKey.all.filter { $0.text(settings) != $0.text(defaults) }
    guard !changes.isEmpty, let path = policy.file else { return }
    let words = changes.map { "\($0.name) \($0.text(settings)) (default \($0.text(defaults)))" }
    logger.notice("Settings from \(path): \(words.joined(separator: ", "))")
  }
}
