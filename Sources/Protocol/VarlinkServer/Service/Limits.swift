/// What a server grants its clients.
package struct Limits: Sendable {
  /// The longest call, in bytes without its NUL. A longer one closes its connection.
  package var frameBytes = 1024 * 1024

  /// Open connections. Where all but a sixteenth are taken, one more takes the place of an idle one of the user who has most; the
  /// sixteenth is for root, and half of it for users who have none. Else it is closed at once.
  ///
  /// Each takes a file descriptor: keep it below the soft limit of open files (`ulimit -n`, `LimitNOFILE=`).
  package var connections = 512

  /// Open connections of one user. One more is closed at once.
  package var connectionsPerUser = 128

  /// Calls handed to handlers and not yet answered, over all connections. Further calls wait their turn. A call that streams
  /// replies counts until the first of them.
  package var callsInFlight = 256

  /// Replies, in bytes, that wait because their client does not read. If more wait when another reply comes, the connection is
  /// closed. Replies that are drawn from a sequence wait in the sequence.
  package var unreadReplyBytes = 4 * 1024 * 1024

  package init() {}
}
