import Descriptors
import Scheduling
import Stepping
import VarlinkServer

/// Counts since the start of the daemon, kept only for monitoring: the call `GetMetrics` returns them. Used on the
/// engine's loop only.
struct EngineCounters {
  /// The time at which the daemon started, by the clock of the machine, also with a simulated clock.
  let startTime = EngineClock.systemNow.wall
  /// The counts of started and ended runs.
  var runCounts = RunCounters()
  var failedCommits = 0
  /// Returns the numbers of the server; `nil` without a server.
  var server: (() -> ServerCounts)?
}

/// The engine's counts at one moment, as `GetMetrics` returns them.
struct EngineNumbers: Sendable {
  /// The time at which the daemon started.
  var startTime: WallTime
  /// The counts of started and ended runs.
  var runCounts: RunCounters
  var wakeups: Int
  var events: Int
  var commits: Int
  var failedCommits: Int
  var server: ServerCounts
  /// The lengths of the queues, by their names in `GetMetrics`.
  var queues: [(name: String, count: Int)]
}

extension Engine {
  /// The present numbers. Called on the engine's loop.
  var numbers: EngineNumbers {
    let server = counters.server?() ?? ServerCounts()
    return EngineNumbers(
      startTime: counters.startTime, runCounts: counters.runCounts, wakeups: loop.wakeups,
      events: stepper.eventCount, commits: stepper.commitCount,
      failedCommits: counters.failedCommits, server: server,
      queues: [
        ("events", stepper.inbox.count), ("calls", server.waitingCalls),
        // "reads" are calls that read the state between steps, "waiters" calls that wait for the end of a run.
        ("reads", readers.queue.count), ("waiters", readers.waiters.count),
      ])
  }
}
