/// A command, resolved by the client: the daemon sees no one's home.
package struct CommandInfo: Codable, Hashable, Sendable {
  /// The program's absolute path, then its arguments
  package var arguments: [String]
  /// Working directory, absolute
  package var directory: String
  /// The whole environment; RUBATO_ variables are added
  package var environment: [String: String]
  /// File mode creation mask, 0 to 511
  package var umask: Int64
  /// The signal that announces expiration, such as INT; TERM unless given
  @OrNull package var signal: String?

  package init(
    arguments: [String], directory: String, environment: [String: String], umask: Int64,
    signal:
      String? = nil
  ) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.umask = umask
    self.signal = signal
  }
}
