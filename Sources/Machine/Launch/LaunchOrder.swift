import Scheduling

/// A command to run, or a unit to start, with its user and limits. All of it comes from the client: nothing is
/// looked up here.
package struct LaunchOrder: Sendable, Equatable {
  /// The identifier of the run or process. Only the steps of a run share one.
  package var id: LaunchID
  /// The index of the step in the run, from 0; each step is launched after the end of the one before.
  package var step = 0
  /// The identifier of the request, for the journal.
  package var identifier = ""
  /// The unit of systemd that is started instead of a command; `nil` for a command.
  package var unit: String?
  package var limits = RunLimits()
  /// Time after which the run is ended even without a daemon; `nil` for no limit.
  package var longestSeconds: Double?
  /// The user of the command; `nil` for the daemon's own user. Only root may name another.
  package var uid: UInt32?
  /// The absolute path of the program, then its arguments.
  package var arguments: [String]
  /// The absolute path of the directory in which the command starts.
  package var directory: String
  /// The command's whole environment, without the variables that name the run (`RUBATO_...`).
  package var environment: [String: String]
  /// The permissions that new files do not get; `nil` for the daemon's umask.
  package var umask: UInt16?
  /// The wall-clock budget of the run, reported to the command; `nil` for none.
  package var budgetSeconds: Double?
  /// The time between the warning and the kill, if the daemon dies during the run, or systemd stops its unit.
  package var graceSeconds: Double
  /// The signal by which systemd stops the unit of the command, as at a shutdown of the machine; SIGTERM by default.
  package var signal: Int32 = 15

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
