extension UnitLauncher {
  /// Whom the launcher talks to, and where it keeps things.
  package struct Configuration: Sendable {
    /// The service manager of the user that this daemon runs as, instead of the system's.
    package var isOfUser: Bool
    /// As people call that manager.
    var systemctl: String { isOfUser ? "systemctl --user" : "systemctl" }
    /// Where it is noted which units a run was, across restarts. Made for its owner only.
    package var outputDirectory: String
    /// Where commands find why they have to stop. Users must be able to pass through the
    /// directories above it.
    package var stopReasonDirectory: String
    /// Where the environment of a command lies until it has started. It should not outlive the
    /// machine's memory, since there can be secrets in it. Made for its owner only.
    package var environmentDirectory: String
    /// The slice that the units of runs belong to.
    package var slice: String
    /// The daemon's own unit, which is stopped after all runs when the machine is shut down.
    package var daemonUnit: String?

    /// A file that keeps two daemons from using the units of one service manager: each would end
    /// what the other has started, as an orphan. Nil for none.
    package var lockPath: String?
    /// Looks at runs that are to be killed.
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
