import Foundation

/// A task requested by a `BGContinuedProcessingTaskRequest`. It must report progress: it expires after half a minute
/// without progress (`continued-stall` in the policy), and if its user cancels it.
open class BGContinuedProcessingTask: BGTask, ProgressReporting {
  private let counted = TaskProgress()
  private let titleLock = NSLock()
  private var shown: TaskReport.Title
  private let throttle: ReportThrottle
  /// The serial queue of reports.
  private let reports: DispatchQueue

  /// Creates a continued task. Its reports are sent at most once a second, in order and without waiting, until the
  /// daemon accepts no more; a bench receives each report immediately.
  ///
  /// - Parameter shown: The title and the subtitle of the request.
  init(identifier: String, run: Int64, center: TaskCenter, shown: TaskReport.Title) {
    self.shown = shown
    let reports = DispatchQueue(label: "io.rubato.BackgroundTasks.reports (\(identifier))")
    let (reportsHaveEnded, sendsImmediately) = (StopFlag(), center.daemon.reportsAtOnce)
    throttle = ReportThrottle(
      rest: { endRest in
        if sendsImmediately { return endRest() }
        reports.asyncAfter(deadline: .now() + 1, execute: endRest)
      },
      send: { report in
        if sendsImmediately {
          _ = center.report(report, of: run)
          return
        }
        reports.async {
          if reportsHaveEnded.isSet { return }
          let acceptsMoreReports = center.report(report, of: run)
          if !acceptsMoreReports { reportsHaveEnded.isSet = true }
        }
      })
    self.reports = reports
    super.init(identifier: identifier, run: run, center: center)
    counted.observe { [throttle] share in throttle.submit(TaskReport(share: share)) }
  }

  /// The progress of the task. Changes are reported to the daemon, at most about once a second.
  open var progress: Progress { counted }

  /// The name of the task in lists of runs.
  open var title: String { titleLock.withLock { shown.title } }

  /// The current step of the task.
  open var subtitle: String { titleLock.withLock { shown.subtitle } }

  /// Changes the title and the subtitle, which does not count as progress.
  open func updateTitle(_ title: String, subtitle: String) {
    let now = TaskReport.Title(title: title, subtitle: subtitle)
    titleLock.withLock { shown = now }
    throttle.submit(TaskReport(title: now))
  }

  /// Reports the progress and the title again after a reconnection.
  func reportAgain() {
    throttle.submit(TaskReport(share: counted.share, title: titleLock.withLock { shown }))
  }

  /// Sends the pending reports before the end of the task.
  override func willComplete() {
    counted.close()
    throttle.close()
    // Returns when all reports in the queue have been sent.
    reports.sync {}
  }
}

/// A flag that is set once, on one queue.
private final class StopFlag: @unchecked Sendable {
  var isSet = false
}
