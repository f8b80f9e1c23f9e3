/// The work of a request: a command as it will be executed, several commands in sequence, or a unit of systemd. The
/// client resolves the program, its directory and its environment; the daemon reads no home directory.
package struct Command: Hashable, Codable, Sendable {
  /// The program's absolute path, then its arguments; empty if there are steps or a unit.
  package var arguments: [String]
  /// Steps that are run instead of one program, in this order.
  package var steps: [Step] = []
  /// The unit of systemd that is started instead; `nil` if there is none.
  package var unit: String?
  /// Absolute path of the working directory.
  package var directory: String
  /// The whole environment, to which the launcher adds only RUBATO_ variables.
  package var environment: [String: String]
  /// File mode creation mask, 0 to 0o777.
  package var umask: UInt16
  /// The signal that announces expiration; 15, SIGTERM, unless the submitter chose another.
  package var signal: Int32

  /// The mask of commands whose submitter names none.
  package static let usualUmask: UInt16 = 0o022

  /// The longest argument, and the longest variable with its name and "=", in bytes: with a NUL, the 128 KiB of the
  /// kernel's MAX_ARG_STRLEN (execve(2)).
  package static let longestString = 131_071

  package init(
    arguments: [String], directory: String = "/", environment: [String: String] = [:],
    umask: UInt16 = Self.usualUmask, signal: Int32 = 15
  ) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.umask = umask
    self.signal = signal
  }

  /// Whether there is no command: a task that is sent to the process of its app.
  package var isTask: Bool { arguments.isEmpty && steps.isEmpty && unit == nil }

  /// The number of programs that are run one after the other.
  package var stepCount: Int { max(1, steps.count) }

  /// Returns the arguments of the step with this index; the command's own if there are no steps.
  package func arguments(ofStep index: Int) -> [String] {
    steps.indices.contains(index) ? steps[index].arguments : arguments
  }
}
