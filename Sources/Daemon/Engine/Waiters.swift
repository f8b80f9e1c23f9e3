import Control
import Scheduling
import VarlinkServer

/// Calls that wait for the end of a request or of a run. Used on the engine's queue only.
final class Waiters {
  private var calls: [RequestKey: [(call: ServerCall, after: RunID)]] = [:]
  private var callsByRun: [RunID: [ServerCall]] = [:]

  /// - Parameter after: Runs up to this one are no answer.
  func add(_ call: ServerCall, for key: RequestKey, after: RunID) {
    calls[key, default: []].removeAll(where: \.call.isAbandoned)
    calls[key, default: []].append((call, after))
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
    let waiting = calls.removeValue(forKey: key) ?? []
    let kept = waiting.filter { waiter in run.map { $0.id <= waiter.after } ?? false }
    if !kept.isEmpty { calls[key] = kept }
    for waiter in waiting where run.map({ $0.id > waiter.after }) ?? true {
      waiter.call.reply(Wait.Reply(run: run.map { RunInfo($0) }))
    }
  }
}
