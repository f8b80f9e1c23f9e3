import Scheduling

/// The events of a world.
package struct Log: Sendable {
  /// The kinds of events that are recorded individually.
  package struct Retention: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let runs = Retention(rawValue: 1)
    /// The reasons why tasks waited; every change of the device then costs a check of every task.
    package static let waits = Retention(rawValue: 2)
    /// The parts of a picture: the device's changes, the user's visits and every decision.
    package static let story = Retention(rawValue: 4)
  }

  package let keeping: Retention
  /// The runs in the order in which they ended.
  package internal(set) var runs = RunLog()
  /// The waits in the order in which they ended.
  package internal(set) var waits: [WaitInterval] = []
  package internal(set) var device: [DeviceChange] = []
  package internal(set) var visits: [AppVisit] = []
  /// The decision that started each run.
  package internal(set) var decisions: [RunID: Explanation] = [:]
  /// The first submission of each task, by its place in the workload.
  package internal(set) var arrivals: [Int: WallTime] = [:]
  /// The scheduler's refusals as text. A modelled world makes no invalid requests.
  package internal(set) var refusals: [String] = []
  /// The times awake that the machine's alarm has caused.
  package internal(set) var wakes: [Range<WallTime>] = []
  /// Events sent to the scheduler.
  package internal(set) var events = 0
  /// The number of checks why a task waits.
  package internal(set) var waitChecks = 0

  init(_ keeping: Retention) {
    self.keeping = keeping
  }

  /// The log without the reasons why tasks waited.
  package var withoutWaits: Log {
    var log = self
    log.waits = []
    return log
  }

  /// Records a run that has ended, if runs are recorded.
  mutating func record(_ run: RunRecord) {
    if keeping.contains(.runs) { runs.append(run) }
  }

  /// Records changed values of the device, if the story is recorded.
  mutating func record(_ values: [DeviceValue], at now: WallTime) {
    if keeping.contains(.story) { device.append(DeviceChange(at: now, values: values)) }
  }

  /// Records that the user opened an app, if the story is recorded. The visit before, if it is still open, ends then.
  mutating func recordOpen(of app: Int, at now: WallTime) {
    guard keeping.contains(.story) else { return }
    recordClose(of: nil, at: now)
    visits.append(AppVisit(app: app, opened: now, closed: nil))
  }

  /// Ends the last visit, if it is still open.
  ///
  /// - Parameter app: `nil` closes any open app.
  mutating func recordClose(of app: Int?, at now: WallTime) {
    guard let last = visits.indices.last, visits[last].closed == nil,
      app == nil || app == visits[last].app
    else { return }
    visits[last].closed = now
  }

  /// Extends the last time awake after an alarm to `now`; it began as an empty range.
  mutating func extendLastWake(until now: WallTime) {
    guard let last = wakes.popLast() else { return }
    wakes.append(last.lowerBound..<max(last.lowerBound, now))
  }

  /// The maximum number of refusals that are recorded: a wrong task is often refused at each of its submissions.
  private static let mostRefusals = 20

  /// Records the message of a refusal, unless it is recorded already, up to a limit.
  mutating func recordRefusal(_ message: String) {
    let isNew = !refusals.contains(message)
    if isNew && refusals.count < Self.mostRefusals { refusals.append(message) }
  }
}

package struct DeviceChange: Hashable, Sendable {
  package var at: WallTime
  package var values: [DeviceValue]
}

/// A user's stay in an app.
package struct AppVisit: Hashable, Sendable {
  /// The app's place in the timeline's `apps`.
  package var app: Int
  package var opened: WallTime
  package var closed: WallTime?
}

/// A time in which a task waited for unchanged reasons.
package struct WaitInterval: Hashable, Sendable {
  /// The task's place in the workload.
  package var task: Int
  package var range: Range<WallTime>
  /// The reasons in order; empty if it could have run and did not.
  package var reasons: [Reason]
}
