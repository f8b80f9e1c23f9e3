import Files
import Logging
import Scheduling

// The numbers that decide, from the policy file.
extension Daemon {
  /// The defaults, with what the policy file says. With a file that is wrong, or was named and is not
  /// there, nothing is started: half of what somebody wanted is nothing that anybody did.
  ///
  /// - Returns: The numbers, and the file that they come from, if there is one.
  static func settings(
    _ options: Options, _ daemonPaths: DaemonPaths
  ) throws(DaemonError) -> (Settings, file: String?) {
    guard let path = options.policy ?? daemonPaths.policy else { return (Settings(), nil) }
    do throws(FileError) {
      if let settings = try PolicyFile.settings(at: path) {
        return (settings, DaemonPaths.absolute(path))
      }
    } catch {
      throw DaemonError("\(error); correct it, and check it with: rubatoctl policy check \(path)")
    }
    guard options.policy == nil else {
      throw DaemonError("--config \(path): there is no such file; write one, or leave --config out")
    }
    return (Settings(), nil)
  }

  /// What every call is answered with while the policy file is wrong. Nothing is started by numbers that
  /// nobody chose; but systemd starts the daemon for whoever calls, and they have to hear why.
  var policyRefusal: Refusal? {
    policyError.map { error in
      let systemctl = options.isUser ? "systemctl --user" : "systemctl"
      return Refusal(
        .unavailable,
        message: "rubatod starts nothing because its policy file is invalid: \(error), then:"
          + " \(systemctl) restart rubatod")
    }
  }

  /// What is not as in the defaults, or why nothing is started.
  func logPolicy() {
    if let policyRefusal { return logger.critical("\(policyRefusal.message)") }
    let defaults = Settings()
    let changes = PolicyKey.all.filter { $0.text(settings) != $0.text(defaults) }
    guard !changes.isEmpty, let path = policyFile else { return }
    let words = changes.map { "\($0.name) \($0.text(settings)) (default \($0.text(defaults)))" }
    logger.notice("Settings from \(path): \(words.joined(separator: ", "))")
  }
}
