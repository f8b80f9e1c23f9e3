import Control
import Glibc
import Scheduling
import VarlinkServer

extension CallTable {
  /// Adds `GetMetrics`. It reads the requests that the caller may see, between steps, and the numbers that the engine
  /// keeps.
  mutating func addMetrics(_ source: StatusSource) {
    addWalk(GetMetrics.self) { _, caller, view throws(Refusal) in
      let scope = Scope(ofAllSeenBy: caller)
      // The number of requests that each reason holds.
      var held: [Reason: Int] = [:]
      return RequestWalk(SelectedRequests(in: scope)) { request, view in
        // Called for each request.
        let now = view.now
        let (waiting, run) = view.read { core in
          (core.waiting(request.key, at: now), core.run(of: request.key))
        }
        for reason in Set(waiting?.reasons ?? []) { held[reason, default: 0] += 1 }
        // The live run can be of an earlier request that this one has replaced.
        let isRunning = run?.sequence == request.sequence
        return NamedRequest(request, isRunning: isRunning, at: now.wall)
      } summary: { view in
        var reply = GetMetrics.Reply(view, caller, storeBytes: StoreFile.bytes(source.database))
        reply.held = Reason.allCases.map {
          CountInfo(name: $0.rawValue, count: Int64(held[$0] ?? 0))
        }
        let core = view.core
        // A request that is queued again was already visited.
        let failed = core.failedRequests.filter {
          scope.sees($0.key) && core.request($0.key) == nil
        }
        // Called on another thread, so it uses only the values collected here.
        return { [reply, failed = failed.map { NamedRequest(failed: $0) }] queued in
          reply.adding(queued + failed)
        }
      }
    }
  }
}

/// The database and its log, as files.
private enum StoreFile {
  /// Returns the size of the database at this path, with its log; 0 if it cannot be read.
  static func bytes(_ path: String) -> Int64 {
    // SQLite adds the suffix `-wal` for the file of its log.
    ["", "-wal"].reduce(0) { sum, suffix in
      var status = stat()
      let isReadable = stat(path + suffix, &status) == 0
      return isReadable ? sum + Int64(status.st_size) : sum
    }
  }
}

extension GetMetrics.Reply {
  /// Collects the numbers of the daemon, and leaves the numbers of requests at 0: `adding` counts these later.
  fileprivate init(_ view: any EngineView, _ caller: Caller, storeBytes: Int64) {
    let (core, numbers) = (view.core, view.numbers)
    let scope = Scope(ofAllSeenBy: caller)
    let device = core.device.raw
    self.init(
      version: Version.text, started: numbers.startTime.secondsSince1970,
      now: view.now.wall.secondsSince1970, waiting: 0,
      running: Int64(core.runs.count { scope.sees($0.key) }), failed: 0, overdue: 0, held: [],
      requests: [], unnamed: 0,
      runs: caller.isPrivileged ? RunCountsInfo(numbers.runCounts) : nil,
      wakeups: Int64(numbers.wakeups), events: Int64(numbers.events),
      commits: Int64(numbers.commits), failedCommits: Int64(numbers.failedCommits),
      writable: view.storeError == nil, storeBytes: storeBytes,
      calls: Int64(numbers.server.calls), refusedCalls: numbers.server.refusals,
      connections: Int64(numbers.server.connections),
      refusedConnections: Int64(numbers.server.refusedConnections),
      queues: numbers.queues.map { CountInfo(name: $0.name, count: Int64($0.count)) },
      battery: device.battery.map { Double($0) / 100 }, load: device.load.map { Double($0) / 100 },
      device: device.wordsOfEnumeratedFields)
  }

  /// Returns the numbers with those of `requests`: all are counted, and as many named as an answer can have.
  fileprivate func adding(_ requests: [NamedRequest]) -> Self {
    var reply = self
    reply.requests = requests.sorted().prefix(NamedRequest.most).map(\.numbers)
    reply.unnamed = Int64(requests.count - reply.requests.count)
    let count = { (isCounted: (RequestNumbersInfo) -> Bool) in
      Int64(requests.count { isCounted($0.numbers) })
    }
    reply.waiting = count { $0.state == "waiting" }
    reply.failed = count { $0.state == "failed" }
    reply.overdue = count { $0.overdueSince != nil }
    return reply
  }
}

extension RunCountsInfo {
  /// Describes the runs since the start of the daemon. Outcomes and kinds without a run are included, with 0.
  fileprivate init(_ runs: RunCounters) {
    self.init(
      outcomes: Outcome.allCases.map {
        CountInfo(name: $0.rawValue, count: Int64(runs.outcomes[$0] ?? 0))
      },
      kinds: Kind.allCases.map { kind in
        let use = runs.kinds[kind] ?? RunCounters.KindUse()
        return KindUseInfo(
          kind: kind.rawValue, starts: Int64(use.starts), seconds: use.seconds,
          budgetSeconds: use.budgetSeconds, cpuSeconds: use.cpuSeconds,
          batteryCPUSeconds: use.batteryCPUSeconds)
      },
      lateLimits: RunCounters.lateLimits, lateCounts: runs.lateCounts.map { Int64($0) },
      lateSeconds: runs.lateSeconds)
  }
}

extension ServerCounts {
  /// The calls that were answered with an error, by the last part of the error's name. Each error of the interface has
  /// a number; others only if they have occurred.
  fileprivate var refusals: [CountInfo] {
    var counts = Dictionary(uniqueKeysWithValues: ControlError.allCases.map { ($0.rawValue, 0) })
    for (name, count) in errors {
      let word = name.split(separator: ".").last.map { String($0) } ?? name
      counts[word, default: 0] += count
    }
    return counts.sorted { $0.key < $1.key }.map { CountInfo(name: $0.key, count: Int64($0.value)) }
  }
}

extension DeviceState {
  /// The fields that have a small number of values, as words by their keys: no numbers, paths or names of networks.
  fileprivate var wordsOfEnumeratedFields: [String: String] {
    var words: [String: String] = [:]
    for value in values {
      switch value {
      case .battery, .load, .networkID, .networkNames, .path: continue
      case .power, .lowPower, .thermal, .network, .metered, .screen, .idle, .memory, .storage,
        .locked, .backgroundRefresh:
        words[value.key.text] = value.word
      }
    }
    return words
  }
}
