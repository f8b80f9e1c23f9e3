/// The way in which commands are started.
package enum LauncherKind: String, CaseIterable, Sendable {
  /// Starts runs as children of the daemon. The runs end with the daemon.
  case direct
  /// Starts runs as transient units of systemd. The runs outlive the daemon, and the next daemon finds them again.
  case units
}
