import Control

// What an app tells the daemon of itself. The main thread waits for none of it.
extension DaemonLink {
  func reportForeground(_ isForeground: Bool) {
    reports.async { [self] in
      do throws(BGTaskScheduler.Error) {
        _ = try call(ReportApp(id: try app(), event: isForeground ? "opened" : "closed"))
      } catch {
        if error.code == .unavailable { return }
        Log.write("the daemon does not take a report: \(error.localizedDescription)")
      }
    }
  }

  func hold(_ isHeld: Bool) {
    state.withLock { link.isHeld = isHeld }
    holds.async { [self] in tellHold() }
  }

  /// A daemon that is gone is told when the process attaches to the next one.
  func tellHold() {
    let (process, isHeld): (Int64?, Bool) = state.withLock {
      (link.attachment?.process, link.isHeld)
    }
    guard let process else { return }
    do throws(BGTaskScheduler.Error) {
      _ = try call(HoldApp(process: process, held: isHeld))
    } catch {
      if error.code == .unavailable { return }
      Log.write("the daemon gives no time for background tasks: \(error.localizedDescription)")
    }
  }
}
