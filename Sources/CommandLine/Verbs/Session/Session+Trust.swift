import Control
import Terminal
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

// Trust in replies that have effects on this machine.
extension Session {
  /// Whether the server runs as root or as the caller; another user's server could have any file read or program
  /// started by a reply.
  package var isTrusted: Bool { get throws(Failure) { Self.trusts(try connected().serverUser) } }

  /// Refuses a server that runs neither as root nor as the caller. Called before a reply decides which program is
  /// started or which timer is enabled.
  func checkTrust() throws(Failure) {
    let user = try connected().serverUser
    guard !Self.trusts(user) else { return }
    let name = user.map { Users.name(Int64($0)) } ?? "another user"
    throw .refused(
      error: ControlError.notPermitted.rawValue,
      ControlError.Parameters(
        field: "socket", value: instance.socketPath,
        message:
          "the server at \(instance.socketPath) runs as \(name), whose replies must not start programs here;"
          + " use root's daemon or your own, or run this command as \(name)"))
  }

  /// Whether a server of this user is trusted: root's, or the caller's own. `user` is `nil` if it is unknown.
  private static func trusts(_ user: UInt32?) -> Bool { user == 0 || user == geteuid() }
}

extension Failure {
  /// Returns the refusal of a reply with an impossible name.
  package static func notAName(_ name: String, of kind: String) -> Failure {
    .refused(
      "the server returned '\(name.visible)', which is not the name of a \(kind); nothing was done")
  }
}
