/// The file that a daemon leaves next to its socket when it is stopped. systemd still listens on the socket, and would
/// start the daemon again for a command that only reads.
package enum StoppedMark {
  /// Returns the path of the mark for the daemon of `socket`: `/run/rubato/stopped` for
  /// `/run/rubato/io.rubato.Scheduler`.
  package static func path(beside socket: String) -> String {
    // Bytes, since a slash before a mark such as U+0301 is not equal to one as a `Character`.
    let slash = socket.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { socket[..<socket.utf8.index(after: $0)] } ?? ""
    return "\(directory)stopped"
  }
}
