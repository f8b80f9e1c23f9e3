extension DirectLauncher {
  package var cgroupsOfRuns: [String] {
    [tree.flatMap { CgroupTree.path(ofDirectory: $0.directory) }].compactMap(\.self)
  }

  /// The paths and limits of the launcher.
  package struct Configuration: Sendable {
    /// The program rubato-supervise.
    package var supervisorPath: String
    /// The directory of output, kept across restarts. Created for its owner only.
    package var outputDirectory: String
    /// The directory in which commands find their stop reasons. Users must be able to enter the directories above
    /// it.
    package var stopReasonDirectory: String
    /// The directory with a locked file for each live run, kept across restarts. Created for its owner only.
    package var lockDirectory: String
    /// The directory for the cgroups of runs, from `CgroupTree.delegatedDirectory`; `nil` for none. No other
    /// program may use it.
    package var cgroupDirectory: String?
    /// The limit for a run's output: at least the newest half of it is kept.
    package var outputLimitBytes: Int64
    /// Examines runs that are about to be killed.
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
