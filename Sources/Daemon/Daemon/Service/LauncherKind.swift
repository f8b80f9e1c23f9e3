/// How commands are started.
package enum LauncherKind: String, CaseIterable, Sendable {
  /// As children of the daemon. They end with it.
  case direct
  /// As transient units of systemd. They outlive it, and the next daemon finds them again.
  case units
}
