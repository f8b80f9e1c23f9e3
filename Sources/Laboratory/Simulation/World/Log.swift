import Scheduling

/// What happened in a world.
package struct Log: Sendable {
  /// What is remembered one by one.
  package struct Retention: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let runs = Retention(rawValue: 1)
    /// Why tasks waited; it costs a look at every task whenever the device changes.
    package static let waits = Retention(rawValue: 2)
    /// All that a picture needs: the device's changes, the user's visits and every decision.
    package static let story = Retention(rawValue: 4)
  }

  package let keeping: Retention
  /// In the order in which they ended.
  package internal(set) var runs: [RunRecord] = []
  /// In the order in which they ended.
  package internal(set) var waits: [WaitSpell] = []
  package internal(set) var device: [DeviceChange] = []
  package internal(set) var visits: [AppVisit] = []
  /// Why each run was started.
  package internal(set) var decisions: [RunID: Explanation] = [:]
  /// When each task was first submitted, by its place in the workload.
  package internal(set) var arrivals: [Int: WallTime] = [:]
  /// What the scheduler was asked and refused, in words. A modelled world asks for nothing wrong.
  package internal(set) var refusals: [String] = []
  /// Events that the scheduler was told.
  package internal(set) var events = 0
  /// How often a task was looked at for why it waits.
  package internal(set) var looks = 0

  init(_ keeping: Retention) {
    self.keeping = keeping
  }

  /// The same, as though nobody had wanted to know why tasks waited.
  package var withoutWaits: Log {
    var log = self
    log.waits = []
    return log
  }

  mutating func note(_ run: RunRecord) {
    if keeping.contains(.runs) { runs.append(run) }
  }

  mutating func note(_ values: [DeviceValue], at now: WallTime) {
    if keeping.contains(.story) { device.append(DeviceChange(at: now, values: values)) }
  }

  mutating func noteOpen(of app: Int, at now: WallTime) {
    guard keeping.contains(.story) else { return }
    noteClose(of: nil, at: now)
    visits.append(AppVisit(app: app, opened: now, closed: nil))
  }

  /// - Parameter app: nil closes whatever is open.
  mutating func noteClose(of app: Int?, at now: WallTime) {
    guard let last = visits.indices.last, visits[last].closed == nil,
      app == nil || app == visits[last].app
    else { return }
    visits[last].closed = now
  }

  /// A refusal is kept once, and not too many of them.
  mutating func note(refusal: String) {
    if refusals.count < 20 && !refusals.contains(refusal) { refusals.append(refusal) }
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

/// A time in which a task waited for the same reasons.
package struct WaitSpell: Hashable, Sendable {
  /// The task's place in the workload.
  package var task: Int
  package var range: Range<WallTime>
  /// In their order; none where it could have run and did not.
  package var reasons: [Reason]
}
