import Control
import Foundation
import Varlink

// What a process reports of the handlers of its tasks.
extension DaemonLink {
  /// Waited for: a handler that was called must not be owed again. While there is no daemon it is called all the same, and the
  /// next one learns of it when the process attaches.
  func begin(_ run: Int64) -> Bool {
    do throws(ClientError) {
      _ = try reply(to: ReportRun(run: run, began: true))
      return true
    } catch {
      // The run has ended meanwhile. An older daemon does not know the report, and says something else.
      return !error.isOfEndedRun
    }
  }

  func report(_ expiration: ExpirationState, of run: Int64) -> Bool {
    let center = TaskCenter.current
    reports.async { [self] in send(expiration, of: run, center, withStack: expiration != .called) }
    // One that hangs is looked at before its grace is over.
    if expiration == .called {
      reports.asyncAfter(deadline: .now() + Self.patience) { [self] in
        if center.isExpiring(run) { send(.called, of: run, center, withStack: true) }
      }
    }
    return true
  }

  /// How long an expiration handler may run before its stack is reported: less than the usual grace, which is half a second.
  private static let patience = 0.2

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
      // An older daemon leaves it to the process to complete the task.
      if expiration == .missing, !error.isOfEndedRun { center.complete(run: run, success: false) }
    }
  }
}

extension ClientError {
  /// Whether the daemon says that the run of a report is not running any more.
  fileprivate var isOfEndedRun: Bool {
    guard case .remote(let refusal) = self else { return false }
    return refusal.name.hasSuffix(".\(ControlError.notFound.rawValue)")
  }
}
