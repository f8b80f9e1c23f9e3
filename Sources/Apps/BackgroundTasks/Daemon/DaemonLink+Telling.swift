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

  func hold(_ isHeld: Bool) {
    state.withLock { link.isHeld = isHeld }
    holds.async { [self] in reportHold() }
  }

  /// Reports a hold or its end. Without a connection, the next daemon receives it when the process attaches.
  func reportHold() {
    let (process, isHeld): (Int64?, Bool) = state.withLock {
      (link.attachment?.process, link.isHeld)
    }
    guard let process else { return }
    do throws(BGTaskScheduler.Error) {
      _ = try call(HoldApp(process: process, held: isHeld))
    } catch {
      if error.code == .unavailable { return }
      Log.write("the daemon grants no time for background tasks: \(error.localizedDescription)")
    }
  }
}
