import Control
import Scheduling
import VarlinkServer

/// What `status` tells of the daemon itself.
struct StatusSource: Sendable {
  var stateDirectory: String
  /// What an administrator should know.
  var warnings: [String]
}

extension CallTable {
  mutating func addStatus(_ source: StatusSource) {
    look(Status.self) { _, caller, engine throws(Refusal) in
      let scope = try Scope(caller, owner: nil, allUsers: caller.isPrivileged)
      let requests = engine.core.allRequests.filter { scope.sees($0.key) }
        .sorted { $0.sequence < $1.sequence }
      let runs = engine.core.runs.filter { scope.sees($0.key) }
      let running = Set(runs.map(\.sequence))
      let waiting = requests.filter { !running.contains($0.sequence) }
      let now = engine.now
      return Status.Reply(
        version: Version.text, now: now.wall.text, simulated: engine.clock.isSimulated,
        stateDirectory: source.stateDirectory, waiting: Int64(waiting.count),
        running: Int64(runs.count),
        overdue: waiting.filter { $0.window.isOverdue(at: now.wall) }.map(\.key.id),
        failing: requests.filter { $0.failures >= 3 }.map(\.key.id),
        quarantined: requests.filter(\.checkpoint.isQuarantined).map(\.key.id),
        warnings: engine.deviceWarnings + engine.clockWarnings + source.warnings
          // They quote files that not everybody may read.
          + (caller.isPrivileged ? engine.tasks.warnings(engine.core.allRequests) : [])
          + engine.doubledTimers(of: requests))
    }
  }
}

extension Engine {
  /// Said for a week, so that whoever wonders about other dates finds out.
  fileprivate var clockWarnings: [String] {
    guard let correction = core.clockCorrection, now.wall - correction.at < .days(7) else {
      return []
    }
    let those = correction.requests == 1 ? "1 request" : "\(correction.requests) requests"
    return [
      "the clock had been far ahead; at \(correction.at.text), when it was right, \(those)"
        + " got a window that counts from then"
    ]
  }

  /// Timers that somebody switched on again beside the requests that stand in their place.
  fileprivate func doubledTimers(of requests: [Request]) -> [String] {
    requests.compactMap { request in
      guard let timer = request.timer, timerIsOn(of: request) == true else { return nil }
      return "\(timer.name) is on again, so what \(request.key.id) does is done twice:"
        + " `rubatoctl adopt \(timer.name)` switches it off,"
        + " `rubatoctl release \(timer.name)` gives it back its place"
    }
  }
}
