/// The directories that task files come from, the highest first.
package enum TaskDirectories {
  /// As systemd.unit(5) has it for the system's units.
  package static let system = [
    "/etc/rubato/tasks.d", "/run/rubato/tasks.d", "/usr/lib/rubato/tasks.d",
  ]

  /// In the order of user units (systemd.unit(5)).
  ///
  /// - Parameters: The user's base directories, of the XDG Base Directory Specification.
  package static func user(config: String, runtime: String, data: String) -> [String] {
    [
      "\(config)/rubato/tasks.d", "/etc/rubato/user/tasks.d", "\(runtime)/rubato/tasks.d",
      "/run/rubato/user/tasks.d", "\(data)/rubato/tasks.d", "/usr/lib/rubato/user/tasks.d",
    ]
  }

  /// The same from a user's environment; nil where it does not say where things are.
  package static func user(_ environment: [String: String]) -> [String]? {
    func path(_ name: String) -> String? {
      // The specification has relative paths ignored.
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let home = path("HOME"), let runtime = path("XDG_RUNTIME_DIR") else { return nil }
    return user(
      config: path("XDG_CONFIG_HOME") ?? "\(home)/.config", runtime: runtime,
      data: path("XDG_DATA_HOME") ?? "\(home)/.local/share")
  }
}
