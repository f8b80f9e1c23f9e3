extension UnitLauncher {
  /// The service manager, the paths and the names of the launcher.
  package struct Configuration: Sendable {
    /// Whether to use the service manager of the daemon's user instead of the system's.
    package var isOfUser: Bool
    /// The command for that manager.
    var systemctl: String { isOfUser ? "systemctl --user" : "systemctl" }
    /// The directory that records the units of each run, kept across restarts. Created for its owner only.
    package var outputDirectory: String
    /// The directory in which commands find their stop reasons. Users must be able to enter the directories above
    /// it.
    package var stopReasonDirectory: String
    /// The directory of the environment of a command until it has started. It should be in memory, since it can
    /// contain secrets. Created for its owner only.
    package var environmentDirectory: String
    /// The slice that the units of runs belong to.
    package var slice: String
    /// The daemon's own unit, which is stopped after all runs when the machine is shut down; `nil` if there is
    /// none.
    package var daemonUnit: String?

    /// A file that keeps two daemons from using the units of one service manager: each would end the other's runs
    /// as orphans. `nil` for none.
    package var lockPath: String?
    /// Examines runs that are about to be killed.
    var collector = KillReportCollector()

    package init(
      isOfUser: Bool = false, outputDirectory: String, stopReasonDirectory: String,
      environmentDirectory: String, slice: String = "rubato.slice", daemonUnit: String? = nil,
      lockPath: String? = nil
    ) {
      self.isOfUser = isOfUser
      self.outputDirectory = outputDirectory
      self.stopReasonDirectory = stopReasonDirectory
      self.environmentDirectory = environmentDirectory
      self.slice = slice
      self.daemonUnit = daemonUnit
      self.lockPath = lockPath
    }
  }
}
