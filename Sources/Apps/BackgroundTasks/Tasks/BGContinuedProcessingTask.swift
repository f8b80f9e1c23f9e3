import Foundation

/// A task that a `BGContinuedProcessingTaskRequest` has asked for. It has to report progress: one that does not for
/// half a minute (`continued-stall` in the policy) expires, and so does one that its user cancels.
open class BGContinuedProcessingTask: BGTask, ProgressReporting {
  private let counted = TaskProgress()
  private let guarded = NSLock()
  private var shown: TaskReport.Title
  private let throttle: ReportThrottle
  /// Where reports are made, one after the other.
  private let reports: DispatchQueue

  init(identifier: String, run: Int64, center: TaskCenter, shown: TaskReport.Title) {
    self.shown = shown
    let reports = DispatchQueue(label: "io.rubato.BackgroundTasks.reports (\(identifier))")
    let (ended, isAtOnce) = (Ended(), center.daemon.reportsAtOnce)
    throttle = ReportThrottle { end in
      if isAtOnce { return end() }
      reports.asyncAfter(deadline: .now() + 1, execute: end)
    } send: { report in
      if isAtOnce {
        _ = center.report(report, of: run)
        return
      }
      reports.async {
        if !ended.isSet, !center.report(report, of: run) { ended.isSet = true }
      }
    }
    self.reports = reports
    super.init(identifier: identifier, run: run, center: center)
    counted.observe { [throttle] share in throttle.offer(TaskReport(share: share)) }
  }

  /// How far the task has come. Whatever changes it is told to the daemon, about once a second at most.
  open var progress: Progress { counted }

  /// What the task is called where runs are shown.
  open var title: String { guarded.withLock { shown.title } }

  /// What it is doing at present.
  open var subtitle: String { guarded.withLock { shown.subtitle } }

  /// Changes what is shown of the task. It does not count as progress.
  open func updateTitle(_ title: String, subtitle: String) {
    let now = TaskReport.Title(title: title, subtitle: subtitle)
    guarded.withLock { shown = now }
    throttle.offer(TaskReport(title: now))
  }

  /// Tells a daemon that is there again where the task stands.
  func reportAgain() {
    throttle.offer(TaskReport(share: counted.share, title: guarded.withLock { shown }))
  }

  /// What is reported before the end is told before the end.
  override func willComplete() {
    counted.finish()
    throttle.finish()
    reports.sync {}
  }
}

/// Set once, on one queue.
private final class Ended: @unchecked Sendable {
  var isSet = false
}
