/// The file that a daemon leaves beside its socket when it was stopped: systemd goes on listening on
/// the socket, and would start it again for whoever only wants to look.
package enum StoppedMark {
  /// Where it is, for the socket at `path`.
  package static func path(beside socket: String) -> String {
    let directory = socket.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (directory + ["stopped"]).joined(separator: "/")
  }
}
