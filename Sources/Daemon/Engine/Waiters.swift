import Control
import Scheduling
import VarlinkServer

/// Calls that wait for the end of a request or of a run. Used on the engine's queue only.
final class Waiters {
  private var calls: [RequestKey: [ServerCall]] = [:]
  private var callsByRun: [RunID: [ServerCall]] = [:]

  func add(_ call: ServerCall, for key: RequestKey) {
    calls[key, default: []].removeAll(where: \.isAbandoned)
    calls[key, default: []].append(call)
  }

  /// Waits for the end of a live run.
  func add(_ call: ServerCall, for run: RunID) {
    callsByRun[run, default: []].append(call)
  }

  /// Answers all that wait for just this run, which has ended.
  func answer(_ run: Run) {
    for call in callsByRun.removeValue(forKey: run.id) ?? [] {
      call.reply(Wait.Reply(run: RunInfo(run)))
    }
  }

  /// Answers all that wait for `key`; without a run where its request was removed.
  func answer(_ key: RequestKey, run: Run?) {
    for call in calls.removeValue(forKey: key) ?? [] {
      call.reply(Wait.Reply(run: run.map { RunInfo($0) }))
    }
  }
}
