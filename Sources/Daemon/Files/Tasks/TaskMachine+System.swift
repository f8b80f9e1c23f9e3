#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension TaskMachine {
  /// The machine for the system's task files: commands run in the root directory, as root unless a file sets
  /// another user.
  package static var system: TaskMachine {
    TaskMachine(user: { Self.user(named: $0 ?? "0") }, program: { Self.program(named: $0) })
  }

  /// Returns the machine for a user's own task files: commands run as that user, in the home directory.
  ///
  /// - Parameter environment: Variables of the session, such as `XDG_RUNTIME_DIR`.
  package static func own(_ environment: [String: String]) -> TaskMachine {
    var machine = TaskMachine(
      // Only files of the system's daemon can name a user.
      directory: nil, user: { name in name == nil ? Self.user(uid: geteuid()) : nil },
      program: { Self.program(named: $0) })
    machine.environment = environment
    return machine
  }

  /// Returns the user with this name, or with this uid in digits; `nil` if no user has the name.
  private static func user(named name: String) -> User? {
    if let uid = UInt32(name) { return user(uid: uid) }
    return userInDatabase { getpwnam_r(name, $0, $1, $2, $3) }
  }

  /// Returns the user of a uid, which may have no entry.
  private static func user(uid: UInt32) -> User {
    userInDatabase { getpwuid_r(uid, $0, $1, $2, $3) }
      ?? User(uid: uid, name: String(uid), home: "/", shell: "/bin/sh")
  }

  private typealias Lookup = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> CInt

  /// Returns the user that `lookUp` finds in the user database (passwd(5)); `nil` if there is none, or if the query
  /// fails.
  private static func userInDatabase(by lookUp: Lookup) -> User? {
    var entry = passwd()
    // Set to the address of `entry` if there is such a user.
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 65_536)
    return buffer.withUnsafeMutableBufferPointer { bytes -> User? in
      guard let start = bytes.baseAddress, lookUp(&entry, start, bytes.count, &found) == 0,
        found != nil
      else { return nil }
      return User(
        uid: entry.pw_uid, name: text(entry.pw_name) ?? String(entry.pw_uid),
        home: text(entry.pw_dir) ?? "/", shell: text(entry.pw_shell) ?? "/bin/sh")
    }
  }

  /// Returns a text of an entry in the user database; `nil` if the entry lacks it, or if it is empty.
  private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the first executable file of this name in `path`; `nil` if there is none.
  private static func program(named name: String) -> String? {
    let directories = path.utf8.split(separator: UInt8(ascii: ":")).map { Substring($0) }
    return directories.map { "\($0)/\(name)" }.first { candidate in
      var status = stat()
      guard stat(candidate, &status) == 0 else { return false }
      let isFile = status.st_mode & S_IFMT == S_IFREG
      let isExecutable = status.st_mode & 0o111 != 0
      return isFile && isExecutable
    }
  }
}
