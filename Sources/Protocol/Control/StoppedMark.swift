/// The file that a daemon leaves next to its socket when it is stopped. systemd still listens on the socket, and would
/// start the daemon again for a command that only reads.
package enum StoppedMark {
  /// Returns the path of the mark for the daemon of `socket`: `/run/rubato/stopped` for
  /// `/run/rubato/io.rubato.Scheduler`.
  package static func path(beside socket: String) -> String {
    let directory = socket.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (directory + ["stopped"]).joined(separator: "/")
  }
}
