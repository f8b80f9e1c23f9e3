/// The directories of task files, the highest priority first.
package enum TaskDirectories {
  /// The directories of the system, in the order of systemd.unit(5).
  package static let system = [
    "/etc/rubato/tasks.d", "/run/rubato/tasks.d", "/usr/lib/rubato/tasks.d",
  ]

  /// Returns the directories of a user, in the order of user units (systemd.unit(5)).
  ///
  /// - Parameters: The user's base directories, of the XDG Base Directory Specification.
  package static func user(config: String, runtime: String, data: String) -> [String] {
    [
      "\(config)/rubato/tasks.d", "/etc/rubato/user/tasks.d", "\(runtime)/rubato/tasks.d",
      "/run/rubato/user/tasks.d", "\(data)/rubato/tasks.d", "/usr/lib/rubato/user/tasks.d",
    ]
  }

  /// Returns the directories for a user's environment; `nil` if the environment names no directory.
  package static func user(_ environment: [String: String]) -> [String]? {
    func path(_ name: String) -> String? {
      // The specification requires that relative paths are ignored.
      environment[name].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    guard let home = path("HOME"), let runtime = path("XDG_RUNTIME_DIR") else { return nil }
    return user(
      config: path("XDG_CONFIG_HOME") ?? "\(home)/.config", runtime: runtime,
      data: path("XDG_DATA_HOME") ?? "\(home)/.local/share")
  }
}
