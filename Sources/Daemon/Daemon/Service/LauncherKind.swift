/// The way in which commands are started.
package enum LauncherKind: String, CaseIterable, Sendable {
  /// Starts them as children of the daemon. They end with it.
  case direct
  /// Starts them as transient units of systemd. They outlive the daemon, and the next one finds them again.
  case units
}
