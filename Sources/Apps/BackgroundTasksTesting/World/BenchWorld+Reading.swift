import Scheduling
import Simulation

// The state of the simulated device and of the daemon's scheduler.
extension BenchWorld {
  /// Returns the queued request of a task; `nil` if there is none.
  func request(_ identifier: String) -> Request? { core.request(key(identifier)) }

  /// The queued requests, in the order of their submission.
  var pending: [Request] { core.allRequests.sorted { $0.sequence < $1.sequence } }

  /// The runs in progress, oldest first.
  var live: [Run] { core.runs }

  /// Whether the settings of the device and of the app allow background runs; `nil` if the app is unknown.
  var mayRefresh: Bool? { core.app(key)?.refreshIsOn }

  /// Whether the device has days of a user, and not only the values that the test sets.
  var hasDays: Bool { life.hasDays }

  /// The factor by which work takes longer on this device.
  var slowness: Double { life.slowness }

  /// Whether the device is locked. Only its screen shows it: protected data is locked seconds after the screen is off,
  /// and after a restart until the user is there.
  var isLocked: Bool { device.screenIsOn == false }

  /// Whether the device has a network; `nil` if that is unknown.
  var hasNetwork: Bool? { device.network.map { $0 != .none } }

  /// Returns the reasons that hold each queued request which does not run.
  func waits() -> [(identifier: String, reasons: [Reason])] {
    pending.compactMap { request in
      core.waiting(request.key, at: now).map { (request.key.id, $0.reasons) }
    }
  }

  /// Explains why a request waits, as `rubatoctl explain` does; `nil` if it is not queued.
  func explain(_ identifier: String) -> Explanation? { core.explain(key(identifier), at: now) }

  /// Returns sentences about the obstacles that a submission of this task would have; empty if there are none.
  func obstacles(to identifier: String) -> [String] {
    core.app(key).map { core.obstacles(to: identifier, of: $0, nil, at: now) } ?? []
  }

  /// Returns the scheduler's key for the request of a task.
  func key(_ identifier: String) -> RequestKey {
    RequestKey(owner: key.owner, app: key.id, id: identifier)
  }

  /// Returns a metric of a task over the time so far; `nil` if there is nothing to measure.
  func measure(_ metric: BenchMetric, of identifier: String, after: Duration) -> Double? {
    NumberMetric(rawValue: metric.rawValue).flatMap {
      log.measure($0, of: identifier, after: after, until: now.wall)
    }
  }
}
