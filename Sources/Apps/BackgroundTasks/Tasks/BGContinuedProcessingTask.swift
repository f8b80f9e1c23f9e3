import Foundation

/// A task requested by a `BGContinuedProcessingTaskRequest`. It must report progress: it expires after half a minute
/// without progress (`continued-stall` in the policy), and if its user cancels it.
open class BGContinuedProcessingTask: BGTask, ProgressReporting {
  private let taskProgress = TaskProgress()
  private let titleLock = NSLock()
  private var shownTitle: TaskReport.Title
  private let throttle: ReportThrottle
  /// The serial queue on which reports are sent.
  private let reportQueue: DispatchQueue

  /// Creates a continued task. A bench receives each report of its progress and title immediately. A daemon receives
  /// them from `reportQueue`, at most one a second, until it accepts no more, as when the run has ended.
  ///
  /// - Parameter shown: The title and the subtitle of the request.
  init(identifier: String, run: Int64, center: TaskCenter, shown: TaskReport.Title) {
    shownTitle = shown
    let reportQueue = DispatchQueue(label: "io.rubato.BackgroundTasks.reports (\(identifier))")
    let isOnBench = center.daemon.reportsAtOnce
    let reportsHaveEnded = StopFlag()
    throttle = ReportThrottle(
      // Called after each report; further reports are combined until `endRest` is called.
      rest: { endRest in
        if isOnBench { return endRest() }
        reportQueue.asyncAfter(deadline: .now() + 1, execute: endRest)
      },
      send: { report in
        if isOnBench {
          _ = center.report(report, of: run)
          return
        }
        reportQueue.async {
          if reportsHaveEnded.isSet { return }
          let acceptsMoreReports = center.report(report, of: run)
          if !acceptsMoreReports { reportsHaveEnded.isSet = true }
        }
      })
    self.reportQueue = reportQueue
    super.init(identifier: identifier, run: run, center: center)
    // `share` is the completed part of the work, 0 to 1.
    taskProgress.observe { [throttle] share in throttle.submit(TaskReport(share: share)) }
  }

  /// The progress of the task. Changes are reported to the daemon, at most about once a second.
  open var progress: Progress { taskProgress }

  /// The name of the task in lists of runs.
  open var title: String { titleLock.withLock { shownTitle.title } }

  /// The current step of the task.
  open var subtitle: String { titleLock.withLock { shownTitle.subtitle } }

  /// Changes the title and the subtitle, which does not count as progress.
  open func updateTitle(_ title: String, subtitle: String) {
    let newTitle = TaskReport.Title(title: title, subtitle: subtitle)
    titleLock.withLock { shownTitle = newTitle }
    throttle.submit(TaskReport(title: newTitle))
  }

  /// Reports the progress and the title again after a reconnection.
  func reportAgain() {
    let title = titleLock.withLock { shownTitle }
    throttle.submit(TaskReport(share: taskProgress.share, title: title))
  }

  /// Sends the pending reports before the end of the task.
  override func willComplete() {
    taskProgress.close()
    throttle.close()
    // Returns when all reports in the queue have been sent.
    reportQueue.sync {}
  }
}

/// A flag that is set once, on one queue.
private final class StopFlag: @unchecked Sendable {
  var isSet = false
}
