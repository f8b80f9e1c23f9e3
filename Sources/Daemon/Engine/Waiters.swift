import Control
import Scheduling
import VarlinkServer

/// Calls that wait for the end of a request. Used on the engine's queue only.
final class Waiters {
  private var calls: [RequestKey: [ServerCall]] = [:]

  func add(_ call: ServerCall, for key: RequestKey) {
    calls[key, default: []].removeAll(where: \.isAbandoned)
    calls[key, default: []].append(call)
  }

  /// Answers all that wait for `key`; without a run where its request was removed.
  func answer(_ key: RequestKey, run: Run?, engine: Engine) {
    for call in calls.removeValue(forKey: key) ?? [] {
      call.reply(Wait.Reply(run: run.map { RunInfo($0) }))
    }
  }
}
