import Scheduling

/// Looks at a run in the moment before it is killed: what each of its threads does, and whether it
/// had heard the warning. It stands between that moment and the kill, so it is bounded in all that
/// it reads and in its time, and never fails: what cannot be read is left out.
package struct KillReportCollector: Sendable {
  /// How much is looked at.
  struct Bounds {
    var processes = 64
    var threads = 256
    var cgroups = 16
    /// Of processor time.
    var nanoseconds: Int64 = 1_000_000
  }

  /// How many of the last lines that a run wrote are in its report.
  package static let lastLines = 20

  var files = ProcessFiles()
  var bounds = Bounds()

  package init() {}

  /// - Parameters:
  ///   - main: the process of the command; nil where it is over.
  ///   - warning: the signal by which the run was told to end; nil where it was not.
  package func report(on members: RunMembers, main: Int32?, warning: Int32?) -> KillReport {
    let survey = survey(of: members, main: main)
    return KillReport(
      processes: survey.processes, isCutOff: survey.isCutOff,
      expiration: expiration(of: main, warning))
  }

  private func survey(of members: RunMembers, main: Int32?) -> KillReportSurvey {
    var survey = KillReportSurvey(files: files, bounds: bounds)
    if let main { survey.add(main) }
    switch members {
    case .cgroup(let directory): survey.addCgroup(directory)
    case .descendants(let pid): survey.addDescendants(of: pid)
    }
    return survey
  }

  private func expiration(of main: Int32?, _ warning: Int32?) -> KillReport.Expiration {
    guard let warning else { return .notAnnounced }
    // One that is over has heard it.
    return main.flatMap { files.status(of: $0) }?.expiration(of: warning) ?? .caught
  }
}
