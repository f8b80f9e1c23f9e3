/// The properties of the machine on which a task file is read.
package struct TaskMachine: Sendable {
  /// A user that a command runs as.
  package struct User: Hashable, Sendable {
    package var uid: UInt32
    package var name: String
    package var home: String
    package var shell: String

    package init(uid: UInt32, name: String, home: String, shell: String) {
      self.uid = uid
      self.name = name
      self.home = home
      self.shell = shell
    }
  }

  /// The directories in which a program is searched by its name.
  package static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"

  /// Returns a user by name or uid in digits; for `nil`, the owner of the files.
  package var user: @Sendable (_ name: String?) -> User?
  /// Returns the absolute path of a program in `path`; `nil` if it was not found.
  package var program: @Sendable (_ name: String) -> String?
  /// The default directory of commands; `nil` for the user's home.
  package var directory: String?
  /// Variables in addition to `PATH` and the user's variables.
  package var environment: [String: String] = [:]

  package init(
    directory: String? = "/", user: @escaping @Sendable (String?) -> User?,
    program: @escaping @Sendable (String) -> String?
  ) {
    self.directory = directory
    self.user = user
    self.program = program
  }
}
