import BackgroundTasks
import Control
import Varlink

// Reports about the app, without waiting on the main thread.
extension DaemonLink {
  /// Stores whether the app is in the foreground, and reports on the queue of reports that it was opened or closed.
  func reportForeground(_ isForeground: Bool) {
    state.withLock { link.isForeground = isForeground }
    reports.async { [self] in send(isForeground: isForeground) }
  }

  /// Reports that the app was opened or closed. An opening that the daemon may have received is not owed, since the
  /// daemon counts each one. Called on the queue of reports.
  func send(isForeground: Bool) {
    report(.foreground, orLog: "the daemon does not accept a report") {
      () throws(BGTaskScheduler.Error) in
      let event = ReportApp(id: try app(), event: isForeground ? "opened" : "closed")
      do throws(ClientError) {
        _ = try reply(to: event)
      } catch {
        if isForeground, error.leavesEffectUnknown { return }
        throw publicError(error)
      }
    }
  }

  /// Stores whether background tasks hold this process, and reports it on the queue of holds. Does not wait.
  func requestBackgroundTime(_ isRequested: Bool) {
    state.withLock { link.requestsBackgroundTime = isRequested }
    holds.async { [self] in reportBackgroundTimeRequest() }
  }

  /// Reports whether background tasks hold this process. Without a connection, the next daemon receives that when the
  /// process attaches.
  func reportBackgroundTimeRequest() {
    let (process, isRequested): (Int64?, Bool) = state.withLock {
      (link.attachment?.process, link.requestsBackgroundTime)
    }
    guard let process else { return }
    report(.backgroundTime, orLog: "the daemon grants no time for background tasks") {
      () throws(BGTaskScheduler.Error) in
      _ = try call(HoldApp(process: process, held: isRequested))
    }
  }
}
