import Files
import Logging
import Scheduling

// The numbers that decide, from the policy file.
extension Daemon {
  /// The defaults, with what the policy file says. A file that is wrong, or was named and is not
  /// there, keeps the daemon from starting: half of what somebody wanted is nothing that anybody did.
  ///
  /// - Returns: The numbers, and the file that they come from, if there is one.
  static func settings(
    _ options: Options, _ places: Places
  ) throws(DaemonError) -> (Settings, file: String?) {
    guard let path = options.policy ?? places.policy else { return (Settings(), nil) }
    do throws(FileError) {
      if let settings = try PolicyFile.settings(at: path) {
        return (settings, Places.absolute(path))
      }
    } catch {
      throw DaemonError("\(error); repair it, and look at it with: rubatoctl policy check \(path)")
    }
    guard options.policy == nil else {
      throw DaemonError("--config \(path): there is no such file; write one, or leave --config out")
    }
    return (Settings(), nil)
  }

  /// What is not as in the defaults.
  func logPolicy() {
    let defaults = Settings()
    let changes = PolicyKey.all.filter { $0.text(settings) != $0.text(defaults) }
    guard !changes.isEmpty, let path = policyFile else { return }
    let words = changes.map { "\($0.name) \($0.text(settings)) (usually \($0.text(defaults)))" }
    logger.notice("As \(path) says: \(words.joined(separator: ", "))")
  }
}
