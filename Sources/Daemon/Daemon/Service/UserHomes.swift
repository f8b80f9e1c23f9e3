import Files
import Glibc

/// A user's directories, by the XDG Base Directory Specification.
///
/// `StateDirectory=` of a user unit is not used: before systemd 254 it was the configuration directory.
struct UserHomes {
  var state: String
  var runtime: String
  /// The directories of task files, the highest priority first.
  var tasks: [String]
  var policy: String

  /// Determines the directories from the environment. Throws if `XDG_RUNTIME_DIR` or `HOME` is not set to an absolute
  /// path.
  init() throws(DaemonError) {
    guard let runtime = Self.absolutePath(inVariable: "XDG_RUNTIME_DIR") else {
      throw DaemonError(
        "--user requires XDG_RUNTIME_DIR, which a login session sets, and sudo and su do not; start"
          + " rubatod in a login session")
    }
    guard let home = Self.absolutePath(inVariable: "HOME") else {
      throw DaemonError("--user requires HOME; set it to the absolute path of your home directory")
    }
    state = "\(Self.absolutePath(inVariable: "XDG_STATE_HOME") ?? "\(home)/.local/state")/rubato"
    self.runtime = "\(runtime)/rubato"
    let config = Self.absolutePath(inVariable: "XDG_CONFIG_HOME") ?? "\(home)/.config"
    policy = PolicyFile.user(config: config)
    tasks = TaskDirectories.user(
      config: config, runtime: runtime,
      data: Self.absolutePath(inVariable: "XDG_DATA_HOME") ?? "\(home)/.local/share")
  }

  /// Returns the path in the environment variable `name`; `nil` if it is not set, or relative, as the specification
  /// requires.
  private static func absolutePath(inVariable name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap {
      $0.utf8.first == UInt8(ascii: "/") ? $0 : nil
    }
  }
}
