import BackgroundTasks
import Control

// Reports about the app, without waiting on the main thread.
extension DaemonLink {
  /// Reports on the queue of reports that the app was opened or closed. An unavailable daemon is ignored; its refusal
  /// is logged.
  func reportForeground(_ isForeground: Bool) {
    reports.async { [self] in
      do throws(BGTaskScheduler.Error) {
        _ = try call(ReportApp(id: try app(), event: isForeground ? "opened" : "closed"))
      } catch {
        if error.code == .unavailable { return }
        Log.write("the daemon does not accept a report: \(error.localizedDescription)")
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
    do throws(BGTaskScheduler.Error) {
      _ = try call(HoldApp(process: process, held: isRequested))
    } catch {
      if error.code == .unavailable { return }
      Log.write("the daemon grants no time for background tasks: \(error.localizedDescription)")
    }
  }
}
