import Descriptors
import Scheduling
import Stepping
import VarlinkServer

/// Plain numbers since the start of the daemon, which it keeps for monitoring. Used on the engine's loop only.
struct EngineCounters {
  /// The start of the daemon by the clock of the machine, also with a simulated clock.
  let started = EngineClock.systemNow.wall
  var runs = RunCounters()
  var failedCommits = 0
  /// Returns the numbers of the server; `nil` without a server.
  var server: (() -> ServerCounts)?
}

/// The engine's numbers at one moment.
struct EngineNumbers: Sendable {
  var started: WallTime
  var runs: RunCounters
  var wakeups: Int
  var events: Int
  var commits: Int
  var failedCommits: Int
  var server: ServerCounts
  /// The lengths of the queues by their names.
  var queues: [(name: String, count: Int)]
}

extension Engine {
  /// The present numbers. Called on the engine's loop.
  var numbers: EngineNumbers {
    let server = counters.server?() ?? ServerCounts()
    return EngineNumbers(
      started: counters.started, runs: counters.runs, wakeups: loop.wakeups,
      events: stepper.eventCount, commits: stepper.commitCount,
      failedCommits: counters.failedCommits, server: server,
      queues: [
        ("events", stepper.inbox.count), ("calls", server.waitingCalls),
        ("reads", readers.queue.count), ("waiters", readers.waiters.count),
      ])
  }
}
