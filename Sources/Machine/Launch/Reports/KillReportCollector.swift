import Scheduling

/// Examines a run immediately before it is killed: the activity of each of its threads, and whether it had received
/// the warning. The kill waits for this, so its reads and its time are limited. It never fails: unreadable values
/// are omitted.
package struct KillReportCollector: Sendable {
  /// The limits of an examination.
  struct Bounds {
    var processes = 64
    var threads = 256
    var cgroups = 16
    /// Threads of the first process that are examined even if the time is used up: on a busy virtual machine, a few
    /// reads can use it up, and the thread that holds a task is rarely the first.
    var certainThreads = 16
    /// Processor time.
    var nanoseconds: Int64 = 1_000_000
  }

  /// Number of last output lines in a report.
  package static let lastLines = 20

  var files = ProcessFiles()
  var bounds = Bounds()

  package init() {}

  /// Examines the processes of a run, and the effect of its warning.
  /// - Parameters:
  ///   - main: The process of the command; `nil` if it has ended.
  ///   - warning: The signal that warned the run; `nil` if there was none.
  package func report(on members: RunMembers, main: Int32?, warning: Int32?) -> KillReport {
    let survey = survey(of: members, main: main)
    return KillReport(
      processes: survey.processes, isCutOff: survey.isCutOff,
      expiration: reaction(of: main, toWarning: warning))
  }

  /// Examines the process of the command first, then all other processes of the run, until a limit is reached.
  private func survey(of members: RunMembers, main: Int32?) -> KillReportSurvey {
    var survey = KillReportSurvey(files: files, bounds: bounds)
    if let main { survey.add(main) }
    switch members {
    case .cgroup(let directory): survey.addCgroup(directory)
    case .descendants(let pid): survey.addDescendants(of: pid)
    }
    return survey
  }

  /// Returns the reaction of the command's process `main` to the signal `warning`. Without a warning, the expiration
  /// was not announced.
  private func reaction(of main: Int32?, toWarning warning: Int32?) -> KillReport.Expiration {
    guard let warning else { return .notAnnounced }
    // A process that has ended had received the warning.
    return main.flatMap { files.status(of: $0) }?.reaction(toWarning: warning) ?? .caught
  }
}
