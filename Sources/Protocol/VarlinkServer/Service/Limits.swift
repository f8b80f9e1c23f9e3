/// The limits of a server's clients.
package struct Limits: Sendable {
  /// The longest call, in bytes without its NUL. A longer one closes its connection.
  package var frameBytes = 1024 * 1024

  /// Open connections. If all but a sixteenth are taken, one more replaces an idle one of the user with most
  /// connections. The sixteenth is for root, and half of it for users without a connection. Otherwise the connection is
  /// closed immediately.
  ///
  /// Each takes a file descriptor: keep it below the soft limit of open files (`ulimit -n`, `LimitNOFILE=`).
  package var connections = 512

  /// Open connections of one user. Another one is closed immediately.
  package var connectionsPerUser = 128

  /// Calls handed to handlers and not yet answered, over all connections. Further calls wait their turn. A call that
  /// streams replies counts until the first of them.
  package var callsInFlight = 256

  /// Unread replies, in bytes. If more are unread when another reply comes, the connection is closed. Replies that are
  /// drawn from a sequence wait in the sequence.
  package var unreadReplyBytes = 4 * 1024 * 1024

  package init() {}
}
