import Scheduling

/// A command to run, or a unit to start, and as what. All of it comes from the client: nothing is
/// looked up here.
package struct LaunchOrder: Sendable, Equatable {
  /// What it begins. No other order has the same, but for the steps of a run.
  package var id: LaunchID
  /// Which of the run's commands this is, from 0; each is launched when the one before has ended.
  package var step = 0
  /// The identifier of the request, for the journal.
  package var identifier = ""
  /// The unit of systemd that is started instead of a command.
  package var unit: String?
  package var limits = RunLimits()
  /// After so long it is ended even if nobody is left to tell it so; nil is never.
  package var longestSeconds: Double?
  /// Whom the command runs as; nil is the daemon's own user. Only root may name another.
  package var uid: UInt32?
  /// The absolute path of the program, then its arguments.
  package var arguments: [String]
  /// The absolute path of the directory in which the command starts.
  package var directory: String
  /// The command's whole environment, but for the variables that name the run (`RUBATO_...`).
  package var environment: [String: String]
  /// The permissions that new files do not get; nil leaves the daemon's.
  package var umask: UInt16?
  /// The wall-clock time of the run, for the command to know.
  package var budgetSeconds: Double?
  /// Between SIGTERM and the kill, should the daemon die during the run.
  package var graceSeconds: Double

  package init(
    _ id: LaunchID, uid: UInt32? = nil, arguments: [String], directory: String = "/",
    environment: [String: String] = [:], umask: UInt16? = nil, budgetSeconds: Double? = nil,
    graceSeconds: Double = 10
  ) {
    self.id = id
    self.uid = uid
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.umask = umask
    self.budgetSeconds = budgetSeconds
    self.graceSeconds = graceSeconds
  }
}
