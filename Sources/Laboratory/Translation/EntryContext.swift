import Files

/// The machine and the caller for which entries are translated.
package struct EntryContext: Sendable {
  /// The user whose entries name no user.
  package var caller: TaskMachine.User
  /// Returns a user by name; `nil` if the machine has none.
  package var user: @Sendable (String) -> TaskMachine.User?
  /// Whether a name is that of a time zone of the machine.
  package var knowsZone: @Sendable (String) -> Bool

  /// Whether the machine has a directory.
  package var hasDirectory: @Sendable (String) -> Bool

  package init(
    caller: TaskMachine.User, user: @escaping @Sendable (String) -> TaskMachine.User?,
    knowsZone: @escaping @Sendable (String) -> Bool,
    hasDirectory: @escaping @Sendable (String) -> Bool
  ) {
    (self.caller, self.user) = (caller, user)
    (self.knowsZone, self.hasDirectory) = (knowsZone, hasDirectory)
  }
}
