/// What a task file takes from the machine that it is read on.
package struct TaskMachine: Sendable {
  /// Whom a command runs as.
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

  /// Where a program is looked for that is given by its name.
  package static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"

  /// By name or uid in digits; whom the files belong to where it is nil.
  package var user: @Sendable (_ name: String?) -> User?
  /// The absolute path of a program in `path`.
  package var program: @Sendable (_ name: String) -> String?
  /// Where commands run whose file does not say it; the user's home where it is nil.
  package var directory: String?
  /// Variables beside those of the user and `PATH`.
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
