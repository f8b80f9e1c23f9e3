import BackgroundTasks
import CLinux
import Control
import Foundation
import Varlink

// Reports about the handlers of tasks.
extension DaemonLink {
  var currentThread: Int32 { rubato_thread() }

  /// Reports that the handler of a run starts, and waits for the reply, so that a called handler is not called again.
  /// Returns `false` if the run has ended, so that its handler must not be called. Without a daemon it returns
  /// `true`; the next daemon receives the report when the process attaches.
  func reportStart(of run: Int64) -> Bool {
    do throws(ClientError) {
      _ = try reply(to: ReportRun(run: run, began: true))
      return true
    } catch {
      // The run has ended in the meantime. An older daemon does not know this report, and returns another error.
      return !error.isOfEndedRun
    }
  }

  /// Reports the state of a run's expiration handler on the queue of reports. A called handler that has not returned
  /// after `stackReportDelay` is reported again, with its stack. Always returns `true`, since the daemon decides about a
  /// missing handler.
  func report(_ expiration: ExpirationState, of run: Int64) -> Bool {
    let center = TaskCenter.current
    // The stack of a called handler is sent later, and only if the handler hangs.
    reports.async { [self] in send(expiration, of: run, center, withStack: expiration != .called) }
    // A handler that hangs is checked before its grace ends.
    if expiration == .called {
      reports.asyncAfter(deadline: .now() + Self.stackReportDelay) { [self] in
        if center.isExpiring(run) { send(.called, of: run, center, withStack: true) }
      }
    }
    return true
  }

  /// Less than the usual grace. The grace of a daemon that simulates time does not pass in real time.
  var missingHandlerDelay: Duration {
    let isSimulated = state.withLock { link.attachment?.isSimulated } ?? false
    return isSimulated ? .zero : .milliseconds(50)
  }

  /// The time of an expiration handler before its stack is reported: less than the usual grace, which is half a second.
  private static let stackReportDelay = 0.2

  /// Sends the state of a run's expiration handler, with the functions on the stack of the thread that holds the task
  /// if `withStack` is set. Does nothing if the task is complete.
  private func send(
    _ expiration: ExpirationState, of run: Int64, _ center: TaskCenter, withStack: Bool
  ) {
    guard center.isUnderWay(run) else { return }
    let holder = center.holder(of: run)
    let stack = withStack ? holder.map { ThreadStack.functions(of: $0) } : nil
    do throws(ClientError) {
      _ = try reply(
        to: ReportRun(
          run: run, expiration: expiration.rawValue, thread: holder.map { Int64($0) }, stack: stack)
      )
    } catch {
      // An older daemon expects the process to complete the task.
      if expiration == .missing, !error.isOfEndedRun { center.complete(run: run, success: false) }
    }
  }
}

extension ClientError {
  /// Whether the error means that the run of a report has ended.
  fileprivate var isOfEndedRun: Bool {
    guard case .remote(let refusal) = self else { return false }
    return refusal.name.hasSuffix(".\(ControlError.notFound.rawValue)")
  }
}
