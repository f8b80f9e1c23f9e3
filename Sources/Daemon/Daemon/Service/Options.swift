import Logging

/// How a daemon is started.
package struct Options: Sendable {
  /// Run on a virtual clock and a simulated device.
  package var simulates = false
  /// Where a new virtual clock begins; nil is the real time.
  package var start: String?
  /// Serve one user, with everything in that user's XDG directories.
  package var isUser = false
  /// Where task files are, the highest first; nil is where they usually are, for a daemon that keeps
  /// its things where they usually are.
  package var tasks: [String]?
  /// Where everything is kept; nil takes `STATE_DIRECTORY`, which systemd sets, else
  /// `/var/lib/rubato`.
  package var stateDirectory: String?
  /// The socket to listen on, unless systemd passes one; nil takes `RUNTIME_DIRECTORY`, else
  /// `/run/rubato`.
  package var socket: String?
  /// A directory of cgroup v2 that is nobody else's, for runs; nil finds the one that systemd
  /// delegated, if it did.
  package var cgroup: String?
  /// How commands are started.
  package var launcher = LauncherKind.direct
  /// Which sources of device state are asked, by name; nil is all, and none leaves the device to what
  /// it is told.
  package var sources: Set<String>?
  /// What stands before `/sys` and `/proc` where the device is read.
  package var deviceRoot = ""
  /// Where everything that is taken and decided is written down; nil writes nothing.
  package var recording: String?
  /// The most bytes of that.
  package var recordingLimit = 64 << 20
  package var logLevel = Logger.Level.info
  /// The policy file; nil is where it usually is, for a daemon that keeps its things where they
  /// usually are.
  package var policy: String?

  package init() {}
}
