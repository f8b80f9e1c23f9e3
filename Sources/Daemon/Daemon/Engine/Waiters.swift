import Control
import Descriptors
import Scheduling
import VarlinkServer

/// Calls that wait for the end of a request or of a run. Used on the engine's loop only.
final class Waiters {
  private var calls: [RequestKey: [(call: ServerCall, after: RunID)]] = [:]
  private var callsByRun: [RunID: [ServerCall]] = [:]

  /// Adds a call that waits for the end of a run of the request `key`. The call is removed after its client has
  /// disconnected.
  ///
  /// - Parameter after: Runs up to this number do not answer the call.
  func add(_ call: ServerCall, for key: RequestKey, after: RunID, _ engine: Engine) {
    calls[key, default: []].append((call, after))
    // A kept call keeps its connection, and the number of connections per user is limited.
    call.onDisconnect { [weak engine] in
      guard let engine else { return }
      engine.loop.execute { engine.readers.waiters.removeAbandonedCalls(for: key) }
    }
  }

  /// The number of calls that wait.
  var count: Int {
    calls.values.reduce(0) { $0 + $1.count } + callsByRun.values.reduce(0) { $0 + $1.count }
  }

  /// Adds a call that waits for the end of a live run. The call is removed after its client has disconnected.
  func add(_ call: ServerCall, for run: RunID, _ engine: Engine) {
    callsByRun[run, default: []].append(call)
    call.onDisconnect { [weak engine] in
      guard let engine else { return }
      engine.loop.execute { engine.readers.waiters.removeAbandonedCalls(forRun: run) }
    }
  }

  /// Removes the calls for the request `key` that have lost their client.
  private func removeAbandonedCalls(for key: RequestKey) {
    calls[key]?.removeAll(where: \.call.isAbandoned)
    if calls[key]?.isEmpty == true { calls[key] = nil }
  }

  /// Removes the calls for the run that have lost their client.
  private func removeAbandonedCalls(forRun run: RunID) {
    callsByRun[run]?.removeAll(where: \.isAbandoned)
    if callsByRun[run]?.isEmpty == true { callsByRun[run] = nil }
  }

  /// Answers all calls that wait for this run, which has ended.
  func answerCalls(forRun run: Run) {
    for call in callsByRun.removeValue(forKey: run.id) ?? [] {
      call.reply(Wait.Reply(run: RunInfo(run)))
    }
  }

  /// Answers the calls that wait for the request of `run`, which has ended, with this run. Calls that wait for a later
  /// run keep waiting.
  func answerCalls(forRequestOf run: Run) {
    answer(run.key, with: RunInfo(run), where: { after in after < run.id })
  }

  /// Answers the calls that wait for the removed request `key` without a run, except those that can wait for the end of
  /// its `live` run. `live` is `nil` if no run is alive.
  func answerRemoved(_ key: RequestKey, live: RunID?) {
    // A live run after `after` answers the call at its end.
    answer(
      key, with: nil,
      where: { after in
        guard let live else { return true }
        return live <= after
      })
  }

  /// Answers the calls that wait for `key` and whose `after` satisfies `isAnswered`; the other calls keep waiting.
  /// `run` is `nil` if the request was removed.
  private func answer(_ key: RequestKey, with run: RunInfo?, where isAnswered: (RunID) -> Bool) {
    let waiting = calls.removeValue(forKey: key) ?? []
    let kept = waiting.filter { !isAnswered($0.after) }
    if !kept.isEmpty { calls[key] = kept }
    for waiter in waiting where isAnswered(waiter.after) {
      waiter.call.reply(Wait.Reply(run: run))
    }
  }
}
