/// A command, resolved by the client: the daemon sees no one's home.
package struct CommandInfo: Codable, Hashable, Sendable {
  /// The program's absolute path, then its arguments; empty where there are steps or a unit
  package var arguments: [String]
  /// Several programs in place of one
  @OrNull package var steps: [StepInfo]?
  /// An existing systemd service in place of a program; for root, and for users' own daemons
  @OrNull package var unit: String?
  /// Working directory, absolute
  package var directory: String
  /// The whole environment; RUBATO_ variables are added
  package var environment: [String: String]
  /// File mode creation mask, 0 to 511
  package var umask: Int64
  /// The signal that announces expiration, such as INT; TERM unless given
  @OrNull package var signal: String?

  package init(
    arguments: [String], steps: [StepInfo]? = nil, unit: String? = nil, directory: String,
    environment: [String: String], umask: Int64,
    signal:
      String? = nil
  ) {
    self.arguments = arguments
    self.steps = steps
    self.unit = unit
    self.directory = directory
    self.environment = environment
    self.umask = umask
    self.signal = signal
  }
}
