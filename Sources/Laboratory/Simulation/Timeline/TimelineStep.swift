import Scheduling

/// An event of the simulated device, and its time.
package struct TimelineStep: Hashable, Sendable {
  package enum TimelineEvent: Hashable, Sendable {
    case device([DeviceValue])
    /// An app came to the foreground, by its place in the timeline's `apps`.
    case opened(Int)
    case closed(Int)
    /// The user forced an app to quit.
    case forceQuit(Int)
    /// The user switched an app's background refresh.
    case refreshSwitched(Int, on: Bool)
    /// The user's clocks have a new offset from UTC from now on.
    case zone(secondsFromUTC: Int)
    /// The machine sleeps until then, and receives the missed events on waking.
    case sleep(until: WallTime)
    /// Nothing is known until then, and nothing of the device until it is reported again.
    case gap(until: WallTime)
  }

  package var at: WallTime
  package var happening: TimelineEvent

  package init(at: WallTime, happening: TimelineEvent) {
    self.at = at
    self.happening = happening
  }
}

/// The events of one device and its user in the order of time, without background work.
package struct Timeline: Sendable {
  package var steps: [TimelineStep]
  /// The names of apps in the trace, in the order of their first open.
  package var apps: [String]
  package var starts: WallTime
  package var ends: WallTime
  /// Whether it has the times of opens, to ten minutes at least.
  package var knowsMinutes: Bool

  package init(
    steps: [TimelineStep], apps: [String], starts: WallTime, ends: WallTime,
    knowsMinutes: Bool = true
  ) {
    self.steps = steps
    self.apps = apps
    self.starts = starts
    self.ends = ends
    self.knowsMinutes = knowsMinutes
  }

  /// The opens, by app, in the order of time.
  package var opens: [(app: Int, at: WallTime)] {
    steps.compactMap { step in
      if case .opened(let app) = step.happening { (app, step.at) } else { nil }
    }
  }

  /// The offset of the user's clocks from UTC at the start.
  package var zoneSeconds: Int {
    for step in steps {
      if step.at > starts { break }
      if case .zone(let seconds) = step.happening { return seconds }
    }
    return 0
  }

  package var days: Double { (ends - starts).seconds / 86400 }
}

extension WallTime {
  /// Returns the number of the day of this moment, counted from the beginning of 1970.
  ///
  /// - Parameter begins: The time of day at which a day begins, as a duration from midnight.
  package func day(_ begins: Duration = .zero) -> Int {
    let nanosecondsOfDay: Int64 = 86_400_000_000_000
    let passed = (self - begins).nanoseconds
    let day = passed / nanosecondsOfDay
    // Division rounds towards 0, so a moment before 1970 would get the day after its own.
    return Int(passed % nanosecondsOfDay < 0 ? day - 1 : day)
  }

  /// Creates the beginning of a day.
  ///
  /// - Parameters:
  ///   - day: The number of the day, counted from the beginning of 1970.
  ///   - begins: The time of day at which a day begins, as a duration from midnight.
  package init(day: Int, _ begins: Duration = .zero) {
    self = WallTime(seconds: Int64(day) * 86400) + begins
  }
}
