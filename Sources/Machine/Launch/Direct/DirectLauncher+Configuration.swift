extension DirectLauncher {
  /// Where the launcher finds and keeps things.
  package struct Configuration: Sendable {
    /// The program rubato-supervise.
    package var supervisorPath: String
    /// Where output is kept, across restarts. Made for its owner only.
    package var outputDirectory: String
    /// Where commands find why they have to stop. Users must be able to pass through the
    /// directories above it.
    package var stopReasonDirectory: String
    /// Where each run that lives has a locked file, across restarts. Made for its owner only.
    package var lockDirectory: String
    /// Where the cgroups of runs are made, as `CgroupTree.delegatedDirectory` finds it; nil for
    /// none. It must be nobody else's.
    package var cgroupDirectory: String?
    /// How much of a run's output is kept: at least the newest half of this.
    package var outputLimitBytes: Int64
    /// Looks at runs that are to be killed.
    var collector = KillReportCollector()

    package init(
      supervisorPath: String = "/usr/libexec/rubato-supervise", outputDirectory: String,
      stopReasonDirectory: String, lockDirectory: String, cgroupDirectory: String? = nil,
      outputLimitBytes: Int64 = 1 << 20
    ) {
      self.supervisorPath = supervisorPath
      self.outputDirectory = outputDirectory
      self.stopReasonDirectory = stopReasonDirectory
      self.lockDirectory = lockDirectory
      self.cgroupDirectory = cgroupDirectory
      self.outputLimitBytes = outputLimitBytes
    }
  }
}
