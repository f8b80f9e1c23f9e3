import Logging

/// The options of a daemon.
package struct Options: Sendable {
  /// Whether to run on a virtual clock and a simulated device.
  package var simulates = false
  /// Start of a new virtual clock; `nil` for the real time.
  package var start: String?
  /// Whether to serve one user, with everything in that user's XDG directories.
  package var isUser = false
  /// Directories of task files, the highest priority first; `nil` for the usual ones, if the daemon uses its usual
  /// paths.
  package var tasks: [String]?
  /// State directory; `nil` for `STATE_DIRECTORY`, which systemd sets, or else `/var/lib/rubato`.
  package var stateDirectory: String?
  /// Socket to listen on, unless systemd passes one; `nil` for `RUNTIME_DIRECTORY`, or else `/run/rubato`.
  package var socket: String?
  /// Directory of cgroup v2 for runs, which no other program uses; `nil` for the cgroup that systemd delegated, if
  /// any.
  package var cgroup: String?
  /// The way in which commands are started; `nil` for direct children, or with `prefersUnits` for units if the user's
  /// service manager can be reached.
  package var launcher: LauncherKind?
  /// Names of the sources of device state; `nil` for all. If the set is empty, the device has only overridden
  /// values.
  package var sources: Set<String>?
  /// Prefix of `/sys` and `/proc` for reading the device.
  package var deviceRoot = ""
  /// File for a recording of all events and decisions; `nil` if there is none.
  package var recording: String?
  /// Maximum size of the recording in bytes.
  package var recordingLimit = 64 << 20
  package var logLevel = Logger.Level.info
  /// Policy file; `nil` for the usual one, if the daemon uses its usual paths.
  package var policy: String?

  package init() {}

  /// Whether the daemon starts commands as units if it can. A daemon with a state directory of its own does not: it
  /// would end the runs that the user's own daemon has left to systemd, since it does not know them.
  var prefersUnits: Bool {
    launcher == nil && isUser && !simulates && cgroup == nil && stateDirectory == nil
  }
}
