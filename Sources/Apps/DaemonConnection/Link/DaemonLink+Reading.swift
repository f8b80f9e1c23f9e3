import BackgroundTasks
import Control

// Parts of the daemon's state that an app can read.
extension DaemonLink {
  var mayRefresh: Bool? {
    let apps = try? call(ListApps(id: app())).apps
    return apps?.first?.refresh
  }

  var mayNotify: Bool {
    let apps = try? call(ListApps(id: app())).apps
    return apps?.first?.allowed.contains("notify") == true
  }

  /// Returns the value of a device field, such as `thermal`; `nil` if it is unknown or the daemon cannot be reached.
  func device(_ field: String) -> String? {
    let fields = try? call(GetDevice()).fields
    return fields?.first { $0.key == field }.flatMap { $0.value == "unknown" ? nil : $0.value }
  }
}
