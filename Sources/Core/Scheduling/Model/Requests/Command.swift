/// What a request runs: a command as it will be executed, several of them one after the other, or a
/// unit of systemd. The client resolves the program, its directory and its
/// environment: the daemon looks into no one's home.
package struct Command: Hashable, Codable, Sendable {
  /// The program's absolute path, then its arguments; empty where there are steps or a unit.
  package var arguments: [String]
  /// What is run instead of one program, in this order.
  package var steps: [Step] = []
  /// The unit of systemd that is started instead.
  package var unit: String?
  /// Absolute path of the working directory.
  package var directory: String
  /// The whole environment, to which the launcher adds only RUBATO_ variables.
  package var environment: [String: String]
  /// File mode creation mask, 0 to 0o777.
  package var umask: UInt16
  /// The signal that announces expiration; 15, SIGTERM, unless the submitter chose another.
  package var signal: Int32

  package init(
    arguments: [String], directory: String = "/", environment: [String: String] = [:],
    umask: UInt16 = 0o022, signal: Int32 = 15
  ) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.umask = umask
    self.signal = signal
  }

  /// Whether there is nothing to run by itself: a task, which the process of its app is handed.
  package var isTask: Bool { arguments.isEmpty && steps.isEmpty && unit == nil }

  /// How many programs are run one after the other.
  package var stepCount: Int { max(1, steps.count) }

  /// What the step with this index executes; the command itself where there are no steps.
  package func arguments(ofStep index: Int) -> [String] {
    steps.indices.contains(index) ? steps[index].arguments : arguments
  }
}
