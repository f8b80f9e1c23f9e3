#if canImport(Glibc)
  import Glibc
#endif

/// The names of this machine's users.
package enum Users {
  static var isRoot: Bool { geteuid() == 0 }

  /// The uid of the user who runs this process.
  static var callerUID: Int64 { Int64(geteuid()) }

  /// Returns whether `uid` is that of the user who runs this process.
  package static func isCaller(_ uid: Int64) -> Bool { uid == callerUID }

  /// Returns the uid of a name or of digits; `nil` if there is no such user.
  package static func uid(_ text: String) -> Int64? {
    if let uid = UInt32(text) { return Int64(uid) }
    return getpwnam(text).map { Int64($0.pointee.pw_uid) }
  }

  /// Returns the name of a uid, or its digits if it has none.
  package static func name(_ uid: Int64) -> String {
    guard let known = UInt32(exactly: uid).flatMap({ getpwuid($0) }),
      let name = known.pointee.pw_name
    else { return String(uid) }
    return String(cString: name)
  }
}
