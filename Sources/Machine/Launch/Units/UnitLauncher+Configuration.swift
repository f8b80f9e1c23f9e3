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
    /// The program rubato-supervise, which keeps output in files if the user cannot read the journal; `nil` if the
    /// journal always has the output.
    package var keeperPath: String?
    /// The limit for a run's output in files: at least the newest half of it is kept.
    var outputLimitBytes: Int64 = 1 << 20
    /// The daemon's own unit, which is stopped after all runs when the machine is shut down; `nil` if there is
    /// none.
    package var daemonUnit: String?

    /// A file that keeps two daemons from using the units of one service manager: each would end the other's runs
    /// as orphans. `nil` for none.
    package var lockPath: String?
    /// Examines runs that are about to be killed.
    var collector = KillReportCollector()

    /// The slice of a user's runs. The settings of a desktop for background work apply to its parent, background.slice
    /// (systemd.special(7)), which has a smaller share than the apps and the session of the user.
    private static let usersSlice = "background-rubato.slice"

    package init(
      isOfUser: Bool = false, outputDirectory: String, stopReasonDirectory: String,
      environmentDirectory: String, slice: String? = nil, keeperPath: String? = nil,
      daemonUnit: String? = nil, lockPath: String? = nil
    ) {
      self.isOfUser = isOfUser
      self.outputDirectory = outputDirectory
      self.stopReasonDirectory = stopReasonDirectory
      self.environmentDirectory = environmentDirectory
      self.slice = slice ?? (isOfUser ? Self.usersSlice : "rubato.slice")
      self.keeperPath = keeperPath
      self.daemonUnit = daemonUnit
      self.lockPath = lockPath
    }
  }
}
