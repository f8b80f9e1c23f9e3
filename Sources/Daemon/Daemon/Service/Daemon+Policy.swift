import Control
import Descriptors
import Files
import Logging
import Scheduling

// The settings of the policy file.
extension Daemon {
  /// Keeps a copy of a valid policy file for later daemons, and logs and reports an error in the file. From now on, the
  /// status in `systemctl status` shows the error and the number of failed requests.
  func policyDidLoad(of policy: PolicyInForce, _ engine: Engine) {
    let warning = policy.warning(reload: serviceManager.reload)
    engine.tasks.policyWarning = warning
    let commands = daemonPaths.commands
    if let warning { logger.error("\(commands.completed(warning))") }
    if let problem = policy.keep(at: daemonPaths.goodPolicy) { logger.warning("\(problem)") }
    let status = warning.map(commands.completed) ?? "Serving \(daemonPaths.socket)"
    engine.act { engine in
      engine.observeFailureCount {
        Systemd.notify("STATUS=\(status)\(Self.words(failures: $0, commands))")
      }
    }
  }

  /// Reads the policy file again, to report its errors and log that its settings have changed. Its settings apply from
  /// the next start of the daemon.
  func rereadPolicy(_ engine: Engine) {
    var read = PolicyInForce(options, daemonPaths)
    if read.problem != nil {
      (read.settings, read.source) = (policy.settings, .earlier)
    } else if let file = read.file, read.settings != policy.settings {
      logger.notice(
        "\(file) has changed; to apply it, restart rubatod: \(serviceManager.restart)")
    }
    policyDidLoad(of: read, engine)
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
