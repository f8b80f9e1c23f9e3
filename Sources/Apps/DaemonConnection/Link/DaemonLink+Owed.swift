import BackgroundTasks
import Control
import Foundation

// Reports that the daemon must receive: completions, and states of the process. A report that the daemon cannot accept
// now, as on a full disk, is owed. It is repeated after a `RetryDelay`, or when the process attaches again.
extension DaemonLink {
  /// Stores the completion of a run as owed to the daemon, and reports all owed completions.
  func complete(_ run: Int64, success: Bool) {
    state.withLock { link.owed.append((run, success)) }
    // Holds are reported before the end of the task, after which the process may be suspended.
    holds.sync {}
    reportCompletions()
  }

  /// Reports the owed completions, oldest first. If the process has attached again while a call failed, the call is
  /// repeated immediately.
  private func reportCompletions() {
    reportLock.lock()
    defer { reportLock.unlock() }
    while true {
      let (first, attachments) = state.withLock { (link.owed.first, link.attachments) }
      guard let (run, success) = first else { return }
      do throws(BGTaskScheduler.Error) {
        _ = try call(ReportRun(run: run, completed: success))
        state.withLock { link.noteAccepted() }
      } catch {
        if error.code == .unavailable {
          if state.withLock({ link.attachments == attachments }) { return repeatOwedSoon() }
          // The process has attached again during the call.
          continue
        }
        Log.write("the daemon does not accept a completion: \(error.localizedDescription)")
        // The daemon does not know the run, and may give its number to another one.
        center?.forgetCompleted([run])
      }
      state.withLock { _ = link.owed.removeFirst() }
    }
  }

  /// Makes a call that reports a state of the process, and owes the report if the daemon is unavailable, or if the
  /// process has attached again: the refusal is then for its former number. Another refusal is logged after `problem`.
  func report(
    _ report: LinkState.OwedReport, orLog problem: String,
    _ call: () throws(BGTaskScheduler.Error) -> Void
  ) {
    // Removed first: if the state changes during the call, another report follows, whose failure must not be forgotten.
    let attachments = state.withLock {
      link.owedReports.remove(report)
      return link.attachments
    }
    do throws(BGTaskScheduler.Error) {
      try call()
      state.withLock { link.noteAccepted() }
    } catch {
      if error.code != .unavailable, state.withLock({ link.has(attachment: attachments) }) {
        return Log.write("\(problem): \(error.localizedDescription)")
      }
      state.withLock { _ = link.owedReports.insert(report) }
      repeatOwedSoon()
    }
  }

  /// Repeats all owed reports after a delay. Does nothing if that is planned already, or if the process is not
  /// attached: it repeats them when it attaches.
  private func repeatOwedSoon() {
    guard let delay = state.withLock({ link.beginRepetition() }) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { [self] in
      state.withLock { link.endRepetition() }
      reportOwed()
    }
  }

  /// Makes all owed reports. Completions come last, since the process may be suspended after its last task. Other
  /// reports are made on their queues, so that no older one follows.
  func reportOwed() {
    reports.sync {
      if owes(.launch) { reportLaunched() }
      if owes(.foreground), let isForeground = state.withLock({ link.isForeground }) {
        send(isForeground: isForeground)
      }
    }
    holds.sync { if owes(.backgroundTime) { reportBackgroundTimeRequest() } }
    reportCompletions()
  }

  private func owes(_ report: LinkState.OwedReport) -> Bool {
    state.withLock { link.owedReports.contains(report) }
  }

  /// Reports the end of the launch and the identifiers that have handlers. Without an attachment, the report is owed.
  /// Called on the queue of reports.
  func reportLaunched() {
    let process: Int64? = state.withLock {
      if link.attachment == nil { link.owedReports.insert(.launch) }
      return link.attachment?.process
    }
    guard let process else { return }
    report(.launch, orLog: "the end of the launch was not reported to the daemon") {
      () throws(BGTaskScheduler.Error) in
      _ = try call(FinishLaunch(process: process, handlers: state.withLock { link.handlers }))
    }
  }
}
